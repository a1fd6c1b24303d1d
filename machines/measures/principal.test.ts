import type { Principal } from '../schema/record.js';
import { principalKey } from './principal.js';

// To a user its bug is one agent that counts as two, or two that count as one.
describe('who a caller is', () => {
  test.each<[string, Principal, string | undefined]>([
    ['an agent, by its id', { role: 'solo', known: 'claimed', agentId: 'a1' }, 'agent a1'],
    ['the same in another role', { role: 'architect', known: 'connection', agentId: 'a1' }, 'agent a1'],
    ['the same with spaces', { role: 'solo', known: 'claimed', agentId: ' a1 ' }, 'agent a1'],
    ['the same in other code points', { role: 'solo', known: 'claimed', agentId: 'ａ1' }, 'agent a1'],
    ['a bound connection', { role: 'executor', known: 'connection' }, 'the executor connection'],
    ['a person', { role: 'person', known: 'person' }, 'the person connection'],
    ['a blank id', { role: 'solo', known: 'claimed', agentId: ' ' }, undefined],
    ['nobody', { role: 'solo', known: 'claimed' }, undefined],
  ])('%s', (_who, principal, key) => {
    expect(principalKey(principal)).toBe(key);
  });
});
