import { detectIsolation, trySandbox } from './isolation.js';

test('the best kind that works here is used, and what the better ones lack is said', async () => {
  const { sandbox, unusable, line } = await detectIsolation();
  const order = ['bubblewrap', 'unshare', 'process-group'] as const;
  expect(unusable.map(({ kind }) => kind)).toEqual(order.slice(0, order.indexOf(sandbox.kind)));
  expect(await trySandbox(sandbox.kind)).toEqual({ sandbox });
  expect(line).toMatch(/^Verify commands run [^\n]+\.$/);
  for (const { kind, why } of unusable) expect(line).toContain(`${kind} is not used: ${why}`);
  expect(line.includes('process group only')).toBe(sandbox.kind === 'process-group');
});

test('it is tried once', async () => {
  expect(detectIsolation()).toBe(detectIsolation());
  await detectIsolation();
});
