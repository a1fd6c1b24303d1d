/**
 * What a project's first `proctor.config.json` should say, from the files that lie in it: which commands may verify, and
 * which files they depend on. Pure; each proposal says where it comes from.
 *
 * What is never proposed, because an agent writes the files it would run: `node *`, `npx *`, `npm run *`, `make *` and
 * their like let any code be the proof of itself. A wildcard stands only behind a runner of tests, to name some of them.
 * It never stands for an option, because some put another program in the place of the tests (go's `-exec`, cargo's
 * `--config`, jest's `--config`): the one that picks tests by their names is proposed in a pattern of its own.
 */
import { strict as assert } from 'node:assert';
import { badPattern, isAllowed } from '../../../machines/measures/allowed-command.js';
import { commandText, isVacuous, parseCommandLine } from '../../../machines/measures/command-line.js';
import { badGlob } from '../../../machines/measures/glob.js';
import { ProjectConfig } from '../../../machines/schema/policy.js';
import { goProposal } from './go-proposal.js';
import { makeProposal } from './make-proposal.js';
import { nodeProposal } from './node-proposal.js';
import type { ProjectFiles, ProposedCommand, ProposedPath } from './part.js';
import { pythonProposal } from './python-proposal.js';
import { rustProposal } from './rust-proposal.js';

export interface ProposedPattern {
  readonly pattern: string;
  /** A command it is meant for. */
  readonly example: string;
  readonly why: string;
}

export interface Proposal {
  readonly found: readonly string[];
  readonly allow: readonly ProposedPattern[];
  readonly protected: readonly ProposedPath[];
  /** What was looked at and left out, and what to add. */
  readonly notes: readonly string[];
}

/** What a config may hold of each; beyond it nobody would read the list. */
const patternsMax = 150;

export function propose(files: ProjectFiles): Proposal {
  const parts = [nodeProposal, pythonProposal, goProposal, rustProposal, makeProposal].flatMap(
    (partOf) => partOf(files) ?? [],
  );
  const patterns = unique(
    parts.flatMap(({ commands }) => commands.flatMap(patternsOf)),
    ({ pattern }) => pattern,
  );
  // Names of scripts and packages are whatever somebody wrote: some no pattern can spell, and then a person has to.
  const spelled = patterns.filter(({ pattern }) => badPattern(pattern) === undefined && pattern.length <= 500);
  const allow = spelled.slice(0, patternsMax);
  for (const each of allow) assertMeant(each);
  const paths = parts.flatMap((part) => part.paths);
  assert(
    paths.every(({ glob }) => isSoundPath(glob)),
    'a proposed path is a pattern that can be read',
  );
  return {
    found: parts.map(({ found }) => found),
    allow,
    protected: paths.length === 0 ? usualPaths() : unique(paths, ({ glob }) => glob),
    notes: [
      ...parts.flatMap(({ notes }) => notes),
      ...(spelled.length < patterns.length ? ['Some names hold characters that no pattern can spell.'] : []),
      ...(allow.length < spelled.length ? [`Only the first ${patternsMax} commands are proposed.`] : []),
      ...(allow.length > 0 ? [] : [nothingFound]),
      ...furtherDown(files),
    ],
  };
}

const nothingFound =
  'No command to verify with was found. Add to commands.allow what fails while the work is not done, such as "npm test -- *" or "pytest *"; until then a person allows each command with proctor approve.';

/** Of another kind than what lies at the top: a command cannot change its directory, so these are another project. */
function furtherDown(files: ProjectFiles): string[] {
  const below = ['package.json', 'pyproject.toml', 'go.mod', 'Cargo.toml']
    .filter((name) => !files.has(name) && !(name === 'go.mod' && files.has('go.work')))
    .flatMap((name) => [...files.keys()].filter((path) => path.endsWith(`/${name}`) && !isSample.test(path)));
  if (below.length === 0) return [];
  const more = below.length > belowShown ? ` and ${below.length - belowShown} more` : '';
  return [
    `Further down there is ${below.slice(0, belowShown).join(', ')}${more}: run proctor init there too if agents are started there.`,
  ];
}

const belowShown = 4;
const isSample = /(^|\/)(node_modules|fixtures?|testdata|examples?|templates?)\//;

const usualPaths = (): ProposedPath[] =>
  ProjectConfig.parse({}).protected.map((glob) => ({ glob, why: 'protected unless a config says otherwise' }));

function patternsOf({ argv, narrowedBy, byName, before = [], why }: ProposedCommand): ProposedPattern[] {
  const exact = commandText([argv]);
  const whole = { pattern: exact, example: exact, why };
  if (narrowedBy === undefined) return [whole];
  const start = commandText([[...argv, ...before]]);
  return [
    whole,
    { pattern: `${start} *`, example: `${start} ${commandText([[narrowedBy]])}`, why: `${why}, narrowed` },
    ...(byName === undefined
      ? []
      : [
          { pattern: `${start} ${byName} *`, example: `${start} ${byName} name`, why: `${why}, by the names of tests` },
        ]),
  ];
}

/** A proposal that allows less than it says would send a person to look for the error in their own project. */
function assertMeant({ pattern, example }: ProposedPattern): void {
  const parsed = parseCommandLine(example);
  assert(parsed.ok && isAllowed(parsed.steps, [pattern]), `${pattern} does not allow ${example}`);
  assert(!isVacuous(parsed.steps), `${example} proves nothing`);
}

function unique<T>(items: readonly T[], nameOf: (item: T) => string): T[] {
  const seen = new Set<string>();
  return items.filter((item) => !seen.has(nameOf(item)) && seen.add(nameOf(item)));
}

/** A member of a JSON file follows its name. */
const isSoundPath = (path: string): boolean => badGlob(path.replace(/(\.json)#.+$/, '$1')) === undefined;
