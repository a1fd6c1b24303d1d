import { expectBreach } from '../../../src/testing/breaches.js';
import { judged, reaching } from '../../../src/testing/ticket-samples.js';
import { principalUnknown } from './principal-unknown.rule.js';

describe('PRINCIPAL_UNKNOWN', () => {
  test('only who can be told from others may answer', () => {
    expect(judged(principalUnknown, reaching({ by: 'agent e1' })).violations).toEqual([]);
    expectBreach(judged(principalUnknown, reaching({ by: null })), 'PRINCIPAL_UNKNOWN', 'T-1', 'agentId');
  });

  test('nor who only says so, where the project wants to know', () => {
    const told = (isOnlyClaimed: boolean, by: string | null = 'agent s1') =>
      judged(principalUnknown, reaching({ by, isOnlyClaimed }));
    expect(told(false).violations).toEqual([]);
    expectBreach(told(true), 'PRINCIPAL_UNKNOWN', 'T-1', 'by their connection', 'proctor serve --as system3');
    expectBreach(told(true, null), 'PRINCIPAL_UNKNOWN', 'T-1', 'by their connection');
  });
});
