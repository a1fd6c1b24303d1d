/** What only a terminal shows: questions, and pictures redrawn in place. Runs commands on a terminal made of arrays. */
import { inTempDir } from '../testing/sample-journal.js';
import { protocolNamed } from '../testing/tree-builder.js';
import type { Io } from './command.js';
import { windowed } from './live-screen.js';
import { run } from './run.js';
import { inWorkspace } from './workspace.js';

const by = { role: 'solo', known: 'claimed' } as const;

class FakeTerminal implements Io {
  readonly lines: string[] = [];
  readonly said: string[] = [];
  readonly asked: string[] = [];
  readonly stop = new AbortController();
  readonly terminal = true;
  readonly color = false;
  readonly width = 60;
  readonly home = '/nowhere';
  readonly user = 'somebody';
  readonly tty = '/dev/pts/9';
  readonly read = undefined;
  height = 60;
  answer = '';

  constructor(readonly cwd: string) {}

  get env() {
    return { PROCTOR_DATA: this.cwd };
  }

  readonly out = (line: string) => void this.lines.push(line);
  readonly say = (line: string) => void this.said.push(line);
  readonly ask = async (question: string) => {
    this.asked.push(question);
    return this.answer;
  };
  readonly untilStopped = () => this.stop.signal;

  async start(nodes = 0): Promise<string> {
    return inWorkspace({ values: {} }, this, async ({ engine }) => {
      const protocol = protocolNamed('classic');
      const command = {
        type: 'investigation.start',
        query: 'Why?',
        minRoots: 1,
        projectDir: this.cwd,
        protocol,
      } as const;
      const { sessionId } = await engine.execute(null, command, { by });
      for (let at = 0; at < nodes; at += 1) await this.propose(sessionId, `R1.N${at}`);
      return sessionId;
    });
  }

  async propose(sessionId: string, id: string): Promise<void> {
    await inWorkspace({ values: {} }, this, async ({ engine }) => {
      const nodes = [{ id, parent: null, title: `Look at ${id}`, plannedAction: 'Look.' }];
      await engine.execute(sessionId, { type: 'round.propose', nodes, withdraw: [] }, { by });
    });
  }

  async until(isSo: () => boolean): Promise<void> {
    for (let tries = 0; !isSo() && tries < 500; tries += 1) await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const onTerminal = async (test: (terminal: FakeTerminal) => Promise<void>) =>
  inTempDir(async (dir) => test(new FakeTerminal(dir)));

test('delete asks for the id, shows what it is about, and takes nothing else for an answer', async () =>
  onTerminal(async (terminal) => {
    const id = await terminal.start();
    for (const wrong of ['', 'y', id.slice(0, 8)]) {
      terminal.answer = wrong;
      expect(await run(['delete', id], terminal)).toBe(1);
    }
    expect(terminal.asked[0]).toMatch(/^Why\?\nopen, 0 nodes/);
    terminal.answer = `${id}\n`;
    expect(await run(['delete', id], terminal)).toBe(0);
    expect(await run(['status', id], terminal)).toBe(1);
  }));

test('delete with --json asks nobody', async () =>
  onTerminal(async (terminal) => {
    const id = await terminal.start();
    terminal.answer = id;
    expect(await run(['delete', id, '--json'], terminal)).toBe(1);
    expect(terminal.asked).toEqual([]);
  }));

test('a watch draws on a screen of its own, and leaves the last picture when it ends', async () =>
  onTerminal(async (terminal) => {
    const id = await terminal.start();
    const watching = run(['status', id, '--watch'], terminal);
    await terminal.until(() => terminal.lines.length > 0);
    await terminal.propose(id, 'R1.NEW');
    await terminal.until(() => terminal.lines.some((line) => line.includes('R1.NEW')));
    terminal.stop.abort();
    expect(await watching).toBe(0);
    const [first = '', last = ''] = [terminal.lines[0], terminal.lines.at(-1)];
    expect(first.startsWith('\u001b[?1049h\u001b[?25l\u001b[H')).toBe(true);
    expect(first).toContain('Ctrl-C');
    expect(last.startsWith('\u001b[?25h\u001b[?1049l')).toBe(true);
    expect(last).toContain('R1.NEW');
    expect(last).not.toContain('Ctrl-C');
  }));

test('a tree taller than the screen is shown around what happened last', async () =>
  onTerminal(async (terminal) => {
    terminal.height = 20;
    const id = await terminal.start(30);
    const watching = run(['status', id, '--watch'], terminal);
    await terminal.until(() => terminal.lines.length > 0);
    terminal.stop.abort();
    await watching;
    const screen = terminal.lines[0]!.split('\n');
    expect(screen.length).toBeLessThan(terminal.height);
    expect(screen.join('\n')).toMatch(/… \d+ above[^]*R1\.N29/);
    expect(terminal.lines.at(-1)).toContain('R1.N0 ');
  }));

test('a watch of the list ends when asked to', async () =>
  onTerminal(async (terminal) => {
    await terminal.start();
    const watching = run(['status', '--watch'], terminal);
    await terminal.until(() => terminal.lines.length > 0);
    terminal.stop.abort();
    expect(await watching).toBe(0);
    expect(terminal.lines.at(-1)).toMatch(/SESSION +STATE[^]*Why\?/);
  }));

test.each([
  [5, 0, ['a', 'b', 'c', 'd', 'e']],
  [4, 0, ['a', 'b', '… 3 below']],
  [4, 2, ['… 1 above', 'b', 'c', '… 2 below']],
  [4, 4, ['… 3 above', 'd', 'e']],
  [4, -1, ['a', 'b', '… 3 below']],
  [0, 2, ['… 2 above', 'c', '… 2 below']],
])('a window of %i rows around row %i', (room, focus, shown) => {
  expect(windowed(['a', 'b', 'c', 'd', 'e'], room, focus, '…')).toEqual(shown);
});
