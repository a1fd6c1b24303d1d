/** A project's own settings, `proctor.config.json`: every field has a default, an unknown one is an error. */
import { z } from 'zod';
import { secretIn } from './secret-paths.js';

/** How a thing is known, weakest first; they compare as text. */
export const Level = z.enum(['H0', 'H1', 'H2', 'H3', 'H4', 'H5']);

const level = (highest: 0 | 1 | 2 | 3 | 4 | 5) => z.enum(Level.options.slice(0, highest + 1));

const text = (max: number) => z.string().min(1).max(max);

/** Inside the project, and not the whole of it: what lies there is no part of the tree that evidence is about. */
const isInside = (path: string) =>
  !path.startsWith('/') &&
  !/[\p{Cc}\\]/u.test(path) &&
  path.split('/').some((name) => name !== '' && name !== '.') &&
  path.split('/').every((name) => name !== '..' && name.toLowerCase() !== '.git');

const isAbsolutePlace = (path: string) =>
  /^(\/|~\/)[^\p{Cc}]+$/u.test(path) && path.split('/').every((name) => name !== '..' && name !== '.');

const secondsMax = 86_400;
const seconds = z.int().min(1).max(secondsMax);
const Limit = z
  .strictObject({ defaultSeconds: seconds, maxSeconds: seconds })
  .refine(({ defaultSeconds, maxSeconds }) => defaultSeconds <= maxSeconds, {
    path: ['defaultSeconds'],
    error: 'at most maxSeconds',
  });

export const ProjectConfig = z.strictObject({
  protocol: text(40).default('multi-gate'),
  commands: z
    .strictObject({
      /** What may be run without asking; `*` stands for whole words. */
      allow: z.array(text(500)).max(200).default([]),
      network: z.boolean().default(false),
      /** Names of variables a run is given besides the usual ones. */
      env: z
        .array(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/))
        .max(100)
        .default([]),
      /** What runs may read below the home directory besides the usual tool chains. */
      reads: z
        .array(
          text(500)
            .refine(isAbsolutePlace, { error: 'an absolute path, or one that starts with ~/' })
            .refine((path) => secretIn(path) === undefined, {
              error: 'a place of keys or tokens, which no run may read',
            }),
        )
        .max(50)
        .default([]),
    })
    .prefault({}),
  /** Paths by glob; `file.json#a.b` is one member of a JSON file. */
  protected: z
    .array(text(500))
    .max(200)
    .default([
      ...['**/*.test.*', '**/*.spec.*', '**/test_*.py', 'jest.config.*', 'vitest.config.*', 'package.json#scripts'],
    ]),
  /** The least honesty level at each gate. */
  levels: z
    .strictObject({
      node: level(2).default('H0'),
      gate: level(3).default('H3'),
      close: level(5).default('H3'),
    })
    .prefault({}),
  /** What becomes of agents of whom the client has left no record at all. */
  unverifiedAgents: z.enum(['accept', 'refuse']).default('accept'),
  /** Which protocols may be chosen, with those of the project's own, and the fewest roots of any. */
  protocols: z
    .strictObject({
      allow: z.array(text(40)).min(1).max(50).optional(),
      files: z
        .array(text(500).refine(isInside, { error: 'a path relative to the project, inside of it' }))
        .max(20)
        .default([]),
      rootsMin: z.int().min(1).max(20).optional(),
    })
    .prefault({}),
  independence: z.enum(['claimed', 'connection']).default('claimed'),
  evidenceDir: text(500)
    .refine(isInside, { error: 'a path relative to the project, below it and outside .git' })
    .default('.claude/evidence'),
  timeouts: z
    .union([
      z.enum(['standard', 'long-running']),
      z.strictObject({ executor: Limit.optional(), verify: Limit.optional(), architect: Limit.optional() }),
    ])
    .default('standard'),
  commit: z.enum(['manual', 'auto']).default('manual'),
  /** Told when a person is waited for. */
  notify: z
    .strictObject({
      command: z.array(text(2000)).min(1).max(50).optional(),
      webhook: z
        .url({ protocol: /^https?$/ })
        .max(2000)
        .optional(),
    })
    .prefault({}),
  /** Whether the three closing checks need a principal each. */
  checksSeparate: z.boolean().default(false),
});
export type ProjectConfig = z.infer<typeof ProjectConfig>;

export interface TimeLimit {
  readonly defaultMs: number;
  readonly maxMs: number;
}

export interface TimeLimits {
  readonly executor: TimeLimit;
  readonly verify: TimeLimit;
  readonly architect: TimeLimit;
}

const minutes = (usual: number, max: number): TimeLimit => ({ defaultMs: usual * 60_000, maxMs: max * 60_000 });

const shipped: Readonly<Record<'standard' | 'long-running', TimeLimits>> = {
  standard: { executor: minutes(5, 15), verify: minutes(2, 5), architect: minutes(3, 10) },
  'long-running': { executor: minutes(60, 24 * 60), verify: minutes(10, 60), architect: minutes(30, 24 * 60) },
};

/** How long each step of a gate may take. A step the project does not name keeps the standard. */
export function timeLimits({ timeouts }: Pick<ProjectConfig, 'timeouts'>): TimeLimits {
  if (typeof timeouts === 'string') return shipped[timeouts];
  const limitOf = (step: keyof TimeLimits): TimeLimit => {
    const own = timeouts[step];
    return own ? { defaultMs: own.defaultSeconds * 1000, maxMs: own.maxSeconds * 1000 } : shipped.standard[step];
  };
  return { executor: limitOf('executor'), verify: limitOf('verify'), architect: limitOf('architect') };
}
