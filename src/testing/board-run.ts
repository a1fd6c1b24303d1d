/** What boards in tests are told of runs, reports and contracts, where nothing is wrong with them. */
import type { Ticket } from '../../machines/measures/board-ticket.js';
import type { TreeFacts } from '../../machines/schema/record.js';
import type { Check, CheckReport, RunResult } from '../../machines/schema/ticket.js';

/** What git says was changed, unless the test says otherwise. */
export const changedFile = 'src/login.ts';

interface Ran {
  readonly ticket: Ticket | undefined;
  readonly tree: TreeFacts;
  readonly id: number;
  readonly at: number;
}

export const runResult = ({ ticket, tree, id, at }: Ran, spoilt: Partial<RunResult>): RunResult => ({
  id,
  command: ticket?.contract.verify ?? 'npm test',
  exitCode: spoilt.passed === false ? 1 : 0,
  signal: null,
  passed: true,
  output: { hash: 'h', bytes: 3 },
  excerpt: '',
  startedAt: at,
  durationMs: 5,
  treeBefore: tree.treeId,
  treeAfter: tree.treeId,
  filesBefore: tree.filesId,
  filesAfter: tree.filesId,
  policy: 'p',
  level: 'H3',
  isolation: {
    kind: 'process-group',
    pidNamespace: false,
    network: 'open',
    diesWithServer: false,
    limits: [],
    absent: [],
  },
  ...spoilt,
});

/** One finding for all that a check must look at. */
export function findingsFor(check: Check, ticket: Ticket | undefined, met: boolean): CheckReport['findings'] {
  const { requirements = [], done = [] } = ticket?.contract ?? {};
  const subjects = {
    investigator: [changedFile],
    prd_auditor: requirements.length > 0 ? requirements.map(({ id }) => id) : done,
    validator: ['A login with a wrong password'],
  };
  return subjects[check].map((subject) => ({ subject, met, evidence: met ? 'Seen.' : 'It answers 200.' }));
}

/** Short enough for a fact, different where the text is. */
export function hashOf(text: string): string {
  let hash = 7;
  for (const char of text) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) % 1_000_000_007;
  return `hash ${hash} ${text.length}`;
}
