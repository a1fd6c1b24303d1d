import { expectBreach } from '../../src/testing/breaches.js';
import { accepted, investigation } from '../../src/testing/investigation.js';

describe.each(['multi-gate', 'classic'] as const)('EMPTY in %s', (protocol) => {
  test('with nothing committed it is told alone', () => {
    const reply = investigation(protocol, { minRoots: 5 }).end();
    expect(reply.codes).toEqual(['EMPTY']);
    expectBreach(reply, 'EMPTY', 'SESSION', 'tot_propose', 'tot_commit');
  });

  test('with proposals, those are told too', () => {
    const tree = investigation(protocol, { minRoots: 5 });
    accepted(tree.propose('R1.A', null));
    expect(tree.end().codes).toEqual(['EMPTY', 'PENDING_PROPOSALS']);
  });

  test('one committed node is not empty', () => {
    const tree = investigation(protocol).plant('R1.A', null, 'DRILL');
    expect(tree.end().codes).not.toContain('EMPTY');
  });
});
