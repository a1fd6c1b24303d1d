import { checklist, type Finding } from './checklist.js';

const findings: Finding[] = [
  { kind: 'ok', subject: 'node', text: 'is new enough' },
  {
    kind: 'warn',
    subject: 'commit hook',
    text: 'there is none, and so '.repeat(8),
    fix: 'Install it, as is said below, '.repeat(4),
  },
  { kind: 'bad', subject: 'damage', text: 'a journal \u001b[2J that is damaged' },
];

test('stays within the width, with what to do below what was found', () => {
  const lines = checklist(findings, { color: false, width: 60, columns: 11 });
  expect(lines.filter((line) => line.length > 60)).toEqual([]);
  expect(lines[0]).toBe('✓ node         is new enough');
  expect(lines[1]).toMatch(/^! commit hook {2}there is none/);
  expect(lines.findIndex((line) => line.includes('Install it'))).toBeGreaterThan(1);
});

test('takes effects out of what others wrote, and paints only on request', () => {
  const plain = checklist(findings, { color: false, width: 80 }).join('\n');
  expect(plain).not.toContain('\u001b');
  expect(checklist(findings, { color: true, width: 80 }).join('\n')).toContain('\u001b[33m!');
});
