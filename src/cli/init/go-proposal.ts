/** What go.mod and go.work say. Wildcards name packages and tests; no pattern names `-exec`. */
import type { Part, ProjectFiles, ProposedCommand } from './part.js';

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
  const some: ProposedCommand = { argv: ['go', 'test'], narrowedBy: './pkg', byName: '-run', why: from };
  return {
    found: `Go (${from})`,
    commands: [...whole, some],
    paths: ['**/*_test.go', '**/testdata/**'].map((glob) => ({ glob, why: 'tests and what they read' })),
    notes: [],
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
