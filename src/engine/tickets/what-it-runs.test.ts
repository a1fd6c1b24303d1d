import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { whatItRuns } from './what-it-runs.js';

test('a command is told with the scripts it stands for', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'proctor-scripts-'));
  expect(await whatItRuns([['npm', 'test']], dir)).toBe('npm test');
  const scripts = { test: 'npm run --silent unit', unit: 'jest --ci', again: 'npm run again', odd: 1 };
  writeFileSync(join(dir, 'package.json'), JSON.stringify({ scripts }));
  expect(await whatItRuns([['npm', 'test', '--', 'a']], dir)).toBe('npm test -- a\nnpm run --silent unit\njest --ci');
  expect(await whatItRuns([['node', '--test']], dir)).toBe('node --test');
  expect((await whatItRuns([['npm', 'run', 'again']], dir)).length).toBeLessThan(200);
  rmSync(dir, { recursive: true });
});
