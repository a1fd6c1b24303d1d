/**
 * Brings every ticket that is not given up to the hand-off, by honest work and the decisions a person would make, and
 * never by an override. It is the constructive half of liveness: every call it makes must be accepted.
 */
import { dependenciesOf, isHandedOff, isLive, type Ticket } from '../../machines/measures/board-ticket.js';
import { agent, type BoardPlay } from './board-play.js';
import { accepted } from './investigation.js';

/** Far more than the longest way there is: start, submit, run, review, and as many decisions. */
const callsMax = 30;

export class BoardFinisher {
  #agents = 0;

  constructor(private readonly play: BoardPlay) {}

  finish(): void {
    for (const ticket of this.play.board.all())
      for (let calls = 0; isLive(ticket) && !isHandedOff(ticket); calls += 1) {
        if (calls === callsMax) throw new Error(`${ticket.id} comes to no end: ${this.play.where(ticket.id)}`);
        this.#goOn(ticket);
      }
  }

  #goOn(ticket: Ticket): void {
    const { id, gate } = ticket;
    const { deadline, wakeAt, lastRun } = gate.context;
    if (deadline !== null && this.play.now > deadline) {
      accepted(this.play.expire(id));
      return;
    }
    switch (gate.state) {
      case 'PENDING':
        this.#start(ticket);
        return;
      case 'EXECUTING':
        this.play.edit(id);
        accepted(this.play.submit(id, { by: this.#stranger() }));
        return;
      case 'VERIFYING':
        this.play.edit(id);
        accepted(this.play.ran(id));
        return;
      case 'REVIEWING':
        // Whatever was changed since is put back.
        this.play.edit(id, lastRun?.filesId);
        accepted(this.play.review(id, { by: this.#stranger() }));
        return;
      case 'FAILED':
        this.play.now = Math.max(this.play.now, wakeAt ?? 0);
        accepted(this.play.wake(id));
        return;
      default:
        accepted(this.play.decide(id, gate.state === 'BLOCKED' ? 'unblock' : 'retry'));
    }
  }

  #start(ticket: Ticket): void {
    const { id } = ticket;
    if (this.play.board.isHalted) accepted(this.play.resume());
    for (const dependency of dependenciesOf(ticket)) accepted(this.play.decide(id, 'drop', { dependency }));
    accepted(this.play.start(id, { tree: { dir: `/own/${id}` } }));
  }

  #stranger() {
    this.#agents += 1;
    return agent(`new-${this.#agents}`);
  }
}
