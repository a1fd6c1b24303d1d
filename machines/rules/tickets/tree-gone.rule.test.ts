import { expectBreach } from '../../../src/testing/breaches.js';
import { judged } from '../../../src/testing/ticket-samples.js';
import { treeGone } from './tree-gone.rule.js';

const told = (tree: unknown, workDir?: string) => judged(treeGone, { ticketId: 'T-1', tree, workDir });

describe('NO_GIT of a ticket', () => {
  test('a tree that can be read is one', () => {
    expect(told({}).violations).toEqual([]);
  });

  test('one that is gone is not, and the directory is named where it was given', () => {
    expectBreach(told(undefined), 'NO_GIT', 'T-1', 'The ticket’s directory', 'git worktree add');
    expectBreach(told(undefined, '/elsewhere'), 'NO_GIT', 'T-1', '"/elsewhere"');
  });
});
