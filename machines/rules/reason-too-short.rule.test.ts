import { expectBreach } from '../../src/testing/breaches.js';
import { investigation } from '../../src/testing/investigation.js';

const letters = (count: number) => 'x'.repeat(count);

describe.each(['multi-gate', 'classic'] as const)('REASON_TOO_SHORT in %s', (protocol) => {
  test.each([
    { what: 'no reason', reason: undefined, ok: false },
    { what: 'an empty one', reason: '', ok: false },
    { what: 'white space', reason: ' '.repeat(80), ok: false },
    { what: '49 characters', reason: letters(49), ok: false },
    { what: '50 characters', reason: letters(50), ok: true },
    { what: '51 characters', reason: letters(51), ok: true },
    { what: '49 and padding', reason: ` ${letters(49)} `, ok: false },
  ])('giving up with $what: $ok', ({ reason, ok }) => {
    const reply = investigation(protocol).giveUp(reason);
    expect(reply.codes).toEqual(ok ? [] : ['REASON_TOO_SHORT']);
    if (!ok) expectBreach(reply, 'REASON_TOO_SHORT', 'SESSION', 50, 'reason');
  });
});
