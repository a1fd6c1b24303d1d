/** A protocol in words, for whoever wrote its numbers: what they come to for an agent. */
import { percent, plural } from '../../machines/measures/text.js';
import type { Protocol } from '../../machines/schema/protocol.js';
import { vocabularies, type CommittedState } from '../../machines/schema/state.js';

export interface Explained {
  readonly about: string;
  readonly text: string;
}

export function explained(protocol: Protocol): Explained[] {
  return [
    { about: 'roots', text: roots(protocol) },
    ...vocabularies[protocol.chart].states.map((state) => ({ about: state, text: stateWords(protocol, state) })),
    { about: 'claims', text: claims(protocol) },
    { about: 'concluded', text: ratios(protocol) },
    { about: 'evidence', text: evidence(protocol) },
    { about: 'agents', text: agents(protocol) },
    { about: 'reasons', text: protocol.reasonRequired ? 'needed to reclassify' : 'optional' },
    { about: 'limits', text: limits(protocol) },
    { about: 'quality', text: quality(protocol) },
    { about: 'the end', text: ending(protocol) },
  ];
}

function roots({ onlyRoot, rootsMin: { default: usual, min, max } }: Protocol): string {
  if (onlyRoot !== undefined) return `${onlyRoot} alone`;
  if (min === max) return `at least ${usual}; no other number can be asked for`;
  return `at least ${usual}, unless ${min} to ${max} are asked for`;
}

function stateWords(protocol: Protocol, state: CommittedState): string {
  const { open, terminal, claim } = vocabularies[protocol.chart];
  const kinds = [
    ...(open.includes(state) ? ['looked into further'] : []),
    ...(terminal.includes(state) ? ['concluded, has no children'] : []),
    ...(claim?.pending === state ? ['claimed, and not believed until confirmed'] : []),
    ...(claim?.confirming === state ? ['reached only by confirming a claim'] : []),
  ];
  const children = protocol.children[state] ?? 0;
  const needs =
    claim?.pending === state ? plural(children, 'confirmer') : children === 1 ? '1 child' : `${children} children`;
  const lock = protocol.lockedBeforeRound[state] ?? 0;
  const instead = protocol.recordedWhileLocked?.[state];
  return [
    kinds.join(', '),
    ...(children > 0 ? [`needs ${needs}`] : []),
    ...(lock > 1 ? [`locked before round ${lock}${instead ? ` (recorded as ${instead})` : ''}`] : []),
  ].join('; ');
}

function claims({ chart, claimsMax }: Protocol): string {
  const { claim } = vocabularies[chart];
  if (!claim) return 'there are none: VALID is taken at its word';
  return `${claim.pending} is confirmed by children proposed after it, all ${claim.confirming}; one DEAD makes it ${claim.fallen} again; at most ${claimsMax} a node`;
}

function ratios({ concludedMaxByRound: byRound, deadMaxInRound1, ratioNodesMin }: Protocol): string {
  if (byRound.length === 0) return 'as many nodes of a round as you like';
  const each = byRound.map((max, at) => `round ${at + 1} ${percent(max)}`).join(', ');
  const dead = deadMaxInRound1 === null ? '' : ` (DEAD in round 1: ${percent(deadMaxInRound1)})`;
  return `at most, ${each}${dead}; deeper without limit; a round of fewer than ${ratioNodesMin} is not judged`;
}

function evidence({ evidence: { states, charsMin } }: Protocol): string {
  return states.length === 0 ? 'not needed' : `at least ${charsMin} characters for ${states.join(', ')}`;
}

function agents({ agents: asked }: Protocol): string {
  if (!asked?.required) return 'optional, and checked when named';
  return `a fresh one for each node, known at ${asked.level} or better where there are transcripts`;
}

function limits({ depthMax, nodesMax, proposalBatchMax, commitBatchMax }: Protocol): string {
  return `${plural(depthMax, 'round')} deep, ${plural(nodesMax, 'node')}, ${proposalBatchMax} proposed and ${commitBatchMax} committed a call`;
}

function quality({ quality: { depthGoal, branchingGoal, weights } }: Protocol): string {
  const { depth, breadth, balance, exploration } = weights;
  return `${depth} depth (full at ${depthGoal}) + ${breadth} breadth (full at ${branchingGoal} children) + ${balance} dead ends + ${exploration} concluded nodes`;
}

function ending({ roundsMin, qualityMin, broadDrillRequired, chart, giveUpReasonCharsMin }: Protocol): string {
  const [widest] = vocabularies[chart].open;
  return [
    `${plural(roundsMin, 'round')} or more`,
    'every node settled, nothing left proposed or unconfirmed',
    qualityMin === null ? 'quality only reported' : `quality of at least ${qualityMin}`,
    ...(broadDrillRequired ? [`a ${widest} with all its children above every solution`] : []),
    `or giving up as inconclusive, with a reason of ${giveUpReasonCharsMin} characters`,
  ].join('; ');
}
