/** What an agent is told when it connects and when it starts: the protocol in brief, most important first. */
import { percent, plural } from '../../machines/measures/text.js';
import { vocabularies } from '../../machines/schema/state.js';
import type { SessionState } from '../session/state.js';

export const serverInstructions = `An investigation (tot_*) answers one query by growing a tree of nodes; a ticket (ticket_*) is work that must be proven.
1. tot_start {query} gives a sessionId. Lost it? tot_status without arguments lists the open sessions of this project.
2. tot_propose up to 5 nodes: {id, parent, title, plannedAction}. Ids are R<round>.<suffix>; roots are R1.A, R1.B with parent null; a child's round is its parent's plus 1, and its parent is committed first.
3. Really work on every node, one sub-agent each if you can, then tot_commit what each found: {nodeId, state, findings, evidence}.
States: DRILL (look closer, needs children), VERIFY (needs one child that checks), DEAD (refuted), SPEC (theory), VALID_PENDING (a claim: this is the answer), VALID (only for a child that confirms a claim). Evidence of 50 characters or more, in its own words, for DEAD, SPEC, VALID_PENDING, VALID. (classic: no claims, VALID is the answer. single-root: one root, EXPLORE, FOUND, VERIFY, DEAD, and agentId, a fresh sub-agent for each node; tot_start tells.)
4. A claim counts only when children proposed after it (confirmers) are all committed VALID; one DEAD sends it back to DRILL. Have someone else confirm it.
5. tot_reclassify changes a committed node's state, with a reason. tot_end closes; it names every blocker at once.
Tickets: ticket_open (files, verify command, done criteria), ticket_start, do the work, ticket_submit (Proctor itself runs the command), ticket_review by an agent that did not do it; then another one: ticket_validate, ticket_report three checks, which closes it. Stuck: ticket_escalate.
A refusal (status REJECTED) changes nothing: each error has a code, a message and a suggestion. Do what the suggestion says. Stuck without an answer: tot_end with outcome "inconclusive" and an honest reason always works.
Replies are small; fetch the graph only when you need it (graph: "outline" | "mermaid" | "dot" on tot_status). Send a new requestId with each new attempt of a writing call: repeating it is safe.`;

export function startInstructions({ info }: SessionState): string {
  const { protocol, rootsMin } = info;
  const { states, claim } = vocabularies[protocol.chart];
  const needs = Object.entries(protocol.children).map(([state, count]) => `${state} ${count}`);
  const locked = Object.entries(protocol.lockedBeforeRound).map(([state, round]) => `${state} from round ${round}`);
  const ratios = protocol.concludedMaxByRound.map((max, index) => `R${index + 1} ${percent(max)}`);
  const lines = [
    protocol.onlyRoot === undefined
      ? `Call tot_propose with at least ${plural(rootsMin, 'root')} (R1.A, R1.B, …; parent null) that differ in kind, at most ${protocol.proposalBatchMax} a call.`
      : `Call tot_propose with the one root ${protocol.onlyRoot} (parent null), then with its children, at most ${protocol.proposalBatchMax} a call.`,
    `States: ${states.join(', ')}. Children needed: ${needs.join(', ')}.`,
    ...(locked.length > 0 ? [`Opens later: ${locked.join(', ')}.`] : []),
    ...(ratios.length > 0
      ? [
          `Most concluded nodes a round: ${ratios.join(', ')}${protocol.deadMaxInRound1 === null ? '' : ` (DEAD in R1: ${percent(protocol.deadMaxInRound1)})`}.`,
        ]
      : []),
    ...(protocol.evidence.states.length > 0
      ? [`Evidence (${protocol.evidence.charsMin}+ characters) for ${protocol.evidence.states.join(', ')}.`]
      : []),
    ...(claim
      ? [
          `${claim.pending} is a claim; it ${claim.confirmed === claim.pending ? 'is verified' : `becomes ${claim.confirmed}`} when all children proposed after it are committed ${claim.confirming}.`,
        ]
      : ['VALID is the answer; no confirmation is required.']),
    ...(protocol.agents?.required
      ? [
          'Each node has a fresh sub-agent of its own, a confirmer another one: start it after the proposal, with the node id in its prompt, and give its id, as the client named it, in agentId.',
        ]
      : []),
    `tot_end from round ${protocol.roundsMin}, with every branch settled.`,
  ];
  return lines.join(' ');
}
