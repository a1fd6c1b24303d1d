/** Where a ticket and its gate stand together. */
import type { SnapshotFrom } from 'xstate';
import type { gateMachine } from '../../../machines/gate.machine.js';
import type { ticketMachine } from '../../../machines/ticket.machine.js';

export interface Product {
  readonly ticket: SnapshotFrom<typeof ticketMachine>;
  /** Undefined once it has stopped. */
  readonly gate: SnapshotFrom<typeof gateMachine> | undefined;
  /** Checks passed since the validation at work began, said by the events alone. */
  readonly passed: readonly string[];
}
