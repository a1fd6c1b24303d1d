/** What go.mod and go.work say. Packages are named one by one: any wildcard would also let `-exec true` through. */
import type { Part, ProjectFiles, ProposedCommand } from './part.js';

const packagesMax = 25;

export function goProposal(files: ProjectFiles): Part | undefined {
  const isModule = files.has('go.mod');
  const roots = isModule ? ['.'] : usedModules(files.get('go.work') ?? '');
  if (roots.length === 0) return undefined;
  const from = isModule ? 'go.mod' : 'go.work';
  const whole = roots.flatMap((root): ProposedCommand[] => {
    const all = root === '.' ? './...' : `./${root}/...`;
    return [
      { argv: ['go', 'test', all], why: from },
      { argv: ['go', 'test', '-race', all], why: `${from}, with the race detector` },
      { argv: ['go', 'vet', all], why: from },
      { argv: ['go', 'build', all], why: from },
    ];
  });
  const packages = testedPackages(files);
  const named = packages.slice(0, packagesMax).map((dir): ProposedCommand => ({
    argv: ['go', 'test', `./${dir}`],
    why: `tests in ${dir}`,
  }));
  return {
    found: `Go (${from})`,
    commands: [...whole, ...named],
    paths: ['**/*_test.go', '**/testdata/**'].map((glob) => ({ glob, why: 'tests and what they read' })),
    notes: [
      'A single Go test is allowed by a person, as it is needed: proctor approve "go test ./pkg -run TestName". A wildcard after go test would also allow -exec, which runs another program in place of the tests.',
      ...(packages.length > packagesMax ? [`Only ${packagesMax} of ${packages.length} Go packages are named.`] : []),
    ],
  };
}

/** `use ./a` and `use ( ./a ./b )`, relative to the file. */
function usedModules(text: string): string[] {
  const plain = text.replace(/\/\/.*$/gm, '');
  const blocks = [...plain.matchAll(/^use\s*\(([^)]*)\)/gm)].map(([, inner = '']) => inner);
  const lines = [...plain.matchAll(/^use\s+([^\s(]+)\s*$/gm)].map(([, dir = '']) => dir);
  return [...blocks.join('\n').split(/\s+/), ...lines]
    .map((dir) => dir.replace(/^\.\//, '').replace(/\/+$/, ''))
    .filter((dir) => dir !== '' && !dir.startsWith('..') && !dir.startsWith('/'));
}

const testedPackages = (files: ProjectFiles): string[] => {
  const tests = [...files.keys()].filter((path) => path.includes('/') && path.endsWith('_test.go'));
  return [...new Set(tests.map((path) => path.slice(0, path.lastIndexOf('/'))))].sort();
};
