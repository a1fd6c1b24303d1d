/** Which rules stand at which gate, in the order their breaches are told. */
import { alreadyCommitted } from './already-committed.rule.js';
import { commitOverflow, proposalOverflow } from './batch-overflow.rule.js';
import { claimsExhausted } from './claims-exhausted.rule.js';
import { confirmationExpected } from './confirmation-expected.rule.js';
import { depthLimit } from './depth-limit.rule.js';
import { depthTooShallow } from './depth-too-shallow.rule.js';
import { duplicateEvidence } from './duplicate-evidence.rule.js';
import { duplicateId } from './duplicate-id.rule.js';
import { duplicateProposal, duplicateResult } from './duplicate-in-batch.rule.js';
import { empty } from './empty.rule.js';
import { terminalWithChildren } from './has-children.rule.js';
import { illegalTransition } from './illegal-transition.rule.js';
import { insufficientChildren } from './insufficient-children.rule.js';
import { rootsBeforeEnd, rootsBeforeRound2 } from './insufficient-roots.rule.js';
import { invalidIdFormat } from './invalid-id-format.rule.js';
import { fakeAgent } from './fake-agent.rule.js';
import { missingAgent } from './missing-agent.rule.js';
import { missingEvidence } from './missing-evidence.rule.js';
import { missingReason } from './missing-reason.rule.js';
import { noInvestigation } from './no-investigation.rule.js';
import { nodeLimit } from './node-limit.rule.js';
import { nodeNotFound } from './node-not-found.rule.js';
import { nodesUnsettled } from './nodes-unsettled.rule.js';
import { notProposed } from './not-proposed.rule.js';
import { notWithdrawable } from './not-withdrawable.rule.js';
import { parentNotFound } from './parent-not-found.rule.js';
import { pendingProposals } from './pending-proposals.rule.js';
import { pipelineSkipped } from './pipeline-skipped.rule.js';
import { qualityTooLow } from './quality-too-low.rule.js';
import { reasonTooShort } from './reason-too-short.rule.js';
import { recoveryRequired } from './recovery-required.rule.js';
import { reusedAgent } from './reused-agent.rule.js';
import { roundMismatch } from './round-mismatch.rule.js';
import { roundsTooFew } from './rounds-too-few.rule.js';
import type { CommitFacts, EndFacts, ProposeFacts, ReclassifyFacts, Rule } from './rule.js';
import { selfConfirm } from './self-confirm.rule.js';
import { sessionEnded } from './session-ended.rule.js';
import { singleRoot } from './single-root.rule.js';
import { stateLocked } from './state-locked.rule.js';
import { terminalParent } from './terminal-parent.rule.js';
import { terminalRatio } from './terminal-ratio.rule.js';
import { tooNarrow } from './too-narrow.rule.js';
import { unconfirmed } from './unconfirmed.rule.js';
import { unknownState } from './unknown-state.rule.js';

export const proposeRules: readonly Rule<ProposeFacts>[] = [
  proposalOverflow,
  duplicateProposal,
  invalidIdFormat,
  duplicateId,
  parentNotFound,
  roundMismatch,
  terminalParent,
  rootsBeforeRound2,
  singleRoot,
  depthLimit,
  nodeLimit,
  notWithdrawable,
];

export const commitRules: readonly Rule<CommitFacts>[] = [
  commitOverflow,
  duplicateResult,
  notProposed,
  alreadyCommitted,
  unknownState,
  stateLocked,
  pipelineSkipped,
  confirmationExpected,
  claimsExhausted,
  missingEvidence,
  duplicateEvidence,
  selfConfirm,
  missingAgent,
  reusedAgent,
  fakeAgent,
  terminalRatio,
];

/** Told alone: nothing else matters where there is no edge. */
export const edgeRule: Rule<ReclassifyFacts> = illegalTransition;

export const reclassifyRules: readonly Rule<ReclassifyFacts>[] = [
  nodeNotFound,
  unknownState,
  terminalWithChildren,
  stateLocked,
  confirmationExpected,
  claimsExhausted,
  missingEvidence,
  duplicateEvidence,
  terminalRatio,
  missingReason,
];

export const endRules: readonly Rule<EndFacts>[] = [
  empty,
  roundsTooFew,
  depthTooShallow,
  recoveryRequired,
  rootsBeforeEnd,
  pendingProposals,
  insufficientChildren,
  nodesUnsettled,
  unconfirmed,
  qualityTooLow,
  tooNarrow,
];

export const giveUpRule = reasonTooShort;
export const closedRule = sessionEnded;
export const investigationRule = noInvestigation;
