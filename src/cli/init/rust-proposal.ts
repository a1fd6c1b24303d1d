/** What Cargo.toml says. Words after `--` go to the tests, and no pattern names `--config`, which could name another runner. */
import { membersIn } from './members.js';
import type { Part, ProjectFiles, ProposedCommand } from './part.js';

const tested: Pick<ProposedCommand, 'narrowedBy' | 'before'> = { narrowedBy: 'name_of_a_test', before: ['--'] };

export function rustProposal(files: ProjectFiles): Part | undefined {
  const text = files.get('Cargo.toml');
  if (text === undefined) return undefined;
  const isWorkspace = /^\[workspace\]/m.test(text);
  const members = isWorkspace ? membersIn(files, memberPatterns(text), 'Cargo.toml') : [];
  const packages = members.flatMap((member) => packageName(member.text) ?? []);
  const why = 'Cargo.toml';
  return {
    found: `Rust (Cargo.toml${packages.length > 0 ? `, ${packages.length} packages` : ''})`,
    commands: [
      { argv: ['cargo', 'test'], ...tested, why },
      ...(isWorkspace ? [{ argv: ['cargo', 'test', '--workspace'], ...tested, why: 'its [workspace]' }] : []),
      ...packages.map((name) => ({ argv: ['cargo', 'test', '-p', name], ...tested, why: `the package ${name}` })),
      { argv: ['cargo', 'check'], why },
      // Without it clippy's findings are warnings, and it passes.
      { argv: ['cargo', 'clippy', '--', '-D', 'warnings'], why },
    ],
    // Not Cargo.toml: whoever adds a dependency changes it, and its members cannot be protected one by one.
    paths: [
      { glob: '**/tests/**', why: 'tests' },
      { glob: '**/*.snap', why: 'what the tests expect' },
      { glob: '.cargo/**', why: 'can name another runner for the tests' },
      { glob: '{clippy,.clippy}.toml', why: 'what clippy goes by' },
    ],
    notes: ['Rust tests that stand in source files cannot be protected by their path.'],
  };
}

const memberPatterns = (text: string): string[] => {
  const [, list = ''] = /^members\s*=\s*\[([^\]]*)\]/m.exec(text) ?? [];
  return [...list.matchAll(/["']([^"']+)["']/g)].map(([, pattern = '']) => pattern);
};

const packageName = (text: string): string | undefined =>
  /^\[package\][^[]*?^name\s*=\s*["']([A-Za-z][A-Za-z0-9_-]*)["']/m.exec(text)?.[1];
