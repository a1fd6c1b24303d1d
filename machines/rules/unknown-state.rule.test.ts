import { expectBreach } from '../../src/testing/breaches.js';
import { accepted, investigation } from '../../src/testing/investigation.js';

const states = {
  'multi-gate': ['DRILL', 'VERIFY', 'VALID_PENDING', 'VALID', 'DEAD', 'SPEC'],
  classic: ['DRILL', 'VERIFY', 'VALID', 'DEAD', 'SPEC'],
} as const;
const foreign = ['PROPOSED', 'EXPLORE', 'FOUND', 'drill', 'DRILL ', 'DONE', '__proto__'];

describe.each(['multi-gate', 'classic'] as const)('UNKNOWN_STATE in %s', (protocol) => {
  const unknown = protocol === 'classic' ? [...foreign, 'VALID_PENDING'] : foreign;

  test.each(unknown)('committing %j lists the states there are', (state) => {
    const tree = investigation(protocol);
    accepted(tree.propose('R1.A', null));
    const reply = tree.commit({ 'R1.A': state });
    expect(reply.codes).toEqual(['UNKNOWN_STATE']);
    expectBreach(reply, 'UNKNOWN_STATE', 'R1.A', protocol, ...states[protocol]);
  });

  test.each(unknown)('reclassifying to %j is no illegal transition but an unknown state', (state) => {
    const tree = investigation(protocol).plant('R1.A', null, 'DRILL');
    const reply = tree.reclassify('R1.A', state);
    expect(reply.codes).toEqual(['UNKNOWN_STATE']);
    expectBreach(reply, 'UNKNOWN_STATE', 'R1.A', ...states[protocol]);
  });

  test.each(states[protocol])('%s is known', (state) => {
    const tree = investigation(protocol);
    accepted(tree.propose('R1.A', null));
    expect(tree.commit({ 'R1.A': state }).codes).not.toContain('UNKNOWN_STATE');
  });
});
