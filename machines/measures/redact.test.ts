import { redact, redacted, redactShaped } from './redact.js';

const id = 'ab2cd3ef4gh5';
const secret = 'Zx9_k-Qw8rT7yU6iO5pA4sD3fG2hJ1kL0zXcVbNmQwE';
const token = `proctor_${id}_${secret}`;
const key = 'aB3dE6gH9jK2mN5pQ8rS1tU4vW7xY0z-';

test.each([
  ['one of Proctor’s tokens', token, redacted],
  ['one in a sentence', `I sent ${token}, and it worked.`, `I sent ${redacted}, and it worked.`],
  ['one in a header', `Authorization: Bearer ${token}`, `Authorization: Bearer ${redacted}`],
  ['one in JSON', `{"bearer":"${token}"}`, `{"bearer":"${redacted}"}`],
  ['one behind another name', `MY_${token}`, `MY_${redacted}`],
  ['two side by side', `${token} ${token}`, `${redacted} ${redacted}`],
  ['one that lost its end', token.slice(0, -8), redacted],
  ['one with something at its end', `${token}xyz`, redacted],
  ['the dashboard’s address', `http://127.0.0.1:4000/#token=${key}`, `http://127.0.0.1:4000/#token=${redacted}`],
])('redacts %s', (_, text, kept) => {
  expect(redactShaped(text)).toBe(kept);
  expect(redact(text)).toBe(kept);
});

test.each([
  'proctor_status and proctor_ticket_open are names of tools',
  'mcp__proctor__ticket_submit',
  `proctor_${id}`,
  `the token ${id} was revoked`,
  'proctor_verification_gate_never_passes_without_any_proof_of_the_work',
  'proctor_status_abc123_results_of_a_rather_long_but_honest_name',
  `sha256 ${'0123456789abcdef'.repeat(4)}`,
  'TEST-CASE and UTF8-TEXT',
])('leaves alone: %s', (text) => {
  expect(redact(text)).toBe(text);
});

test('a finding about code keeps its code, and loses keys', () => {
  const finding = 'const token = nextToken(); // password: string';
  expect(redactShaped(finding)).toBe(finding);
  expect(redactShaped(`${finding} ghp_0123456789abcdefghijklmnopqrstuvwxyz`)).toBe(`${finding} ${redacted}`);
});
