/** Targets of a Makefile that check something. Only as they are: `SHELL=`, `-f` or `-n` would make any target pass. */
import { isVacuous, parseCommandLine } from '../../../machines/measures/command-line.js';
import type { Part, ProjectFiles } from './part.js';

/** As make looks for them. */
const names = ['GNUmakefile', 'makefile', 'Makefile'];
const targetName = /^(test|tests|check|lint|verify|typecheck|vet|unit|integration|e2e)([._-][\w.-]+)?$/;
const otherPurpose = /(^|[._-])(watch|fix|update|clean|debug|dev|deploy)([._-]|$)/;

export function makeProposal(files: ProjectFiles): Part | undefined {
  const name = names.find((each) => files.has(each));
  if (name === undefined) return undefined;
  const targets = targetsIn(files.get(name) ?? '').filter(
    (target) => targetName.test(target.name) && !otherPurpose.test(target.name),
  );
  const fit = targets.filter((target) => !provesNothing(target));
  return {
    found: `make (${name})`,
    commands: fit.map((target) => ({ argv: ['make', target.name], why: `a target of ${name}` })),
    paths:
      fit.length === 0
        ? []
        : [
            { glob: name, why: 'what the targets that verify run' },
            { glob: '**/*.mk', why: `may be included by ${name}` },
          ],
    notes: targets
      .filter(provesNothing)
      .map((target) => `The target ${target.name} of ${name} is left out: it tests nothing.`),
  };
}

interface Target {
  readonly name: string;
  readonly needs: string;
  readonly recipe: readonly string[];
}

/** Explicit rules, with the lines below them; a target may have several. */
function targetsIn(text: string): Target[] {
  const rules: { names: string[]; needs: string; recipe: string[] }[] = [];
  for (const line of text.replace(/\\\r?\n/g, ' ').split(/\r?\n/)) {
    const [, left, needs = ''] = /^([^\s#:=][^#:=]*?)\s*::?(?!=)([^=#;]*)(?:$|[#;])/.exec(line) ?? [];
    if (left !== undefined) rules.push({ names: left.split(/\s+/), needs: needs.trim(), recipe: inlineRecipe(line) });
    else if (line.startsWith('\t')) rules.at(-1)?.recipe.push(line.trim());
  }
  const all = new Map<string, Target>();
  for (const { names: targets, needs, recipe } of rules)
    for (const name of targets) {
      const before = all.get(name);
      all.set(name, {
        name,
        needs: [before?.needs, needs].filter(Boolean).join(' '),
        recipe: [...(before?.recipe ?? []), ...recipe],
      });
    }
  return [...all.values()];
}

const inlineRecipe = (line: string): string[] => {
  const at = line.indexOf(';');
  return at === -1 ? [] : [line.slice(at + 1).trim()];
};

/** Nothing to do, or only lines that cannot fail; what it needs first may well test something. */
function provesNothing({ needs, recipe }: Target): boolean {
  const lines = recipe.filter((line) => line !== '' && !line.startsWith('#'));
  return needs === '' && lines.every(cannotFail);
}

function cannotFail(line: string): boolean {
  // A dash before it has make go on after a failure.
  const [, signs = '', command = ''] = /^([@+-]*)\s*(.*)$/.exec(line) ?? [];
  const parsed = parseCommandLine(command);
  return signs.includes('-') || /\|\|\s*(true|:)\s*$/.test(command) || (parsed.ok && isVacuous(parsed.steps));
}
