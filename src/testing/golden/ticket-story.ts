/** A board on which everything happened once, for the golden journal of tickets. What git and the clock say is invented. */
import assert from 'node:assert';
import { join } from 'node:path';
import { readFile } from 'node:fs/promises';
import { sessionIdFor } from '../../engine/ids.js';
import { agent, BoardPlay } from '../board-play.js';
import { temporaryDir } from '../proctor-client.js';
import { minute } from '../ticket-samples.js';
import { fixedStore } from './record.js';

function story(): BoardPlay {
  const play = new BoardPlay([
    { id: 'A', title: 'Passes at the second attempt' },
    { id: 'B', title: 'Times out, is skipped', dependsOn: ['A'] },
    { id: 'C', title: 'Is flaky', wave: 2 },
    { id: 'D', title: 'Waits for C, is forced', wave: 2 },
    { id: 'E', title: 'Is given up' },
  ]);
  const ok = (...replies: { ok: boolean; codes: readonly string[] }[]) => {
    for (const { ok: isOk, codes } of replies) assert(isOk, codes.join());
  };
  ok(play.start('A'));
  play.edit('A');
  ok(play.submit('A', { verification: { command: 'npm test', exitCode: 0, outputSummary: 'ok' } }));
  ok(
    play.ran('A', { cutShort: 'the process that ran it is gone' }),
    play.ran('A', { passed: false, excerpt: 'not ok 1' }),
  );
  play.edit('A');
  ok(play.submit('A'), play.ran('A'), play.review('A', { verdict: 'REJECTED', feedback: 'Name it better.' }));
  play.edit('A');
  ok(
    play.submit('A'),
    play.ran('A'),
    play.review('A', { by: agent('a2'), facts: { commit: 'auto' } }),
    play.committed('A', 'abc'),
  );
  ok(play.decide('B', 'drop', { dependency: 'A' }), play.start('B'));
  ok(play.later(6 * minute).expire('B'), play.late('B', 'executor', agent('slow')), play.later(minute).wake('B'));
  ok(play.later(6 * minute).expire('B'), play.decide('B', 'extend'), play.override('B', 'skip', { facts: {} }));
  ok(play.start('C'), play.start('D'), play.submit('D', { status: 'blocked', blockedBy: 'C' }));
  play.edit('C');
  ok(play.submit('C'), play.ran('C', { passed: false }));
  ok(
    play.submit('C'),
    play.ran('C'),
    play.ran('C'),
    play.decide('C', 'acknowledge'),
    play.review('C', { confidence: 'LOW' }),
  );
  ok(play.decide('C', 'rereview'), play.review('C', { by: agent('a3') }), play.escalate('C'));
  ok(
    play.decide('D', 'unblock'),
    play.escalate('D'),
    play.decide('D', 'investigate'),
    play.override('D', 'force', { facts: {} }),
  );
  ok(play.start('E'), play.submit('E', { status: 'failure', error: 'No idea.' }), play.decide('E', 'withdraw'));
  return play;
}

/** The journal as a server would have written it. */
export async function recordGoldenTickets(): Promise<Buffer> {
  const { path, remove } = await temporaryDir('proctor-golden-');
  try {
    const { store } = fixedStore(path);
    const id = sessionIdFor('golden-tickets');
    const { journal } = await store.create(id);
    for (const { by, command, facts, moves } of story().journal)
      assert((await journal.append({ by, outcome: 'OK', command, facts, moves })).won, 'nobody else writes');
    await journal.close();
    return await readFile(join(store.dirOf(id), 'journal.jsonl'));
  } finally {
    await remove();
  }
}
