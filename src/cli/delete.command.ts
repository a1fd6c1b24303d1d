/** `proctor delete`: for good, so a person says so: with --yes, or by typing the id. */
import { plural } from '../../machines/measures/text.js';
import { oneLine } from '../views/text-fit.js';
import { jsonText, Refused, type CliCommand, type Io } from './command.js';
import { pickSession } from './pick-session.js';
import { personForUnfinished } from './unfinished.js';
import { inWorkspace, type Workspace } from './workspace.js';

export const deleteSession: CliCommand = {
  args: '<session>',
  options: { yes: { type: 'boolean', short: 'y', about: 'do not ask' } },
  notes: [
    'proctor archive takes a session out of the list without losing it.',
    'A session with unfinished work is deleted by a person at a terminal, not by an agent.',
  ],
  example: 'proctor delete s-k3v',
  async run(args, io) {
    return inWorkspace(args, io, async (workspace) => {
      const { store } = workspace;
      const id = await pickSession(store, args.positionals[0] ?? '');
      const isJson = args.values['json'] === true;
      await personForUnfinished(workspace, id, io);
      if (args.values['yes'] !== true)
        await confirm(id, await about(workspace, id, io.width), isJson ? undefined : io.ask);
      await store.remove(id);
      if (isJson) io.out(jsonText({ sessionId: id, deleted: true }));
      else io.out(`Deleted ${id}.`);
      return 0;
    });
  },
};

async function confirm(id: string, about: string, ask: Io['ask']): Promise<void> {
  if (!ask)
    throw new Refused(
      'NOT_CONFIRMED',
      `Deleting ${id} cannot be undone; nothing was deleted.`,
      'Add --yes if you mean it.',
    );
  const answer = await ask(`${about}\nThis cannot be undone. Type ${id} to delete it: `);
  if (answer?.trim() !== id) throw new Refused('NOT_CONFIRMED', 'Nothing was deleted.', `${id} was not typed.`);
}

/** A session that cannot be read can still be deleted. */
async function about({ engine }: Workspace, id: string, width: number): Promise<string> {
  try {
    const { value } = await engine.query(id, { kind: 'overview' });
    const state = (value.outcome ?? 'open').replaceAll('_', ' ');
    return `${oneLine(value.query, width)}\n${state}, ${plural(value.totalNodes, 'node')}, round ${value.currentRound}`;
  } catch {
    return 'This session cannot be read.';
  }
}
