import { expectBreach } from '../../../src/testing/breaches.js';
import { judged, opening } from '../../../src/testing/ticket-samples.js';
import { noGit } from './no-git.rule.js';

describe('NO_GIT', () => {
  test('tickets are opened only in a git work tree', () => {
    expect(judged(noGit, opening([{}], { isGit: true })).violations).toEqual([]);
    expectBreach(judged(noGit, opening([{}], { isGit: false })), 'NO_GIT', 'BATCH', 'git init', 'projectDir');
  });
});
