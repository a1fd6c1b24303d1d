/**
 * Brings every ticket that is not given up to a close, by honest work, honest checks and the decisions a person would
 * make, and never by an override. It is the constructive half of liveness: every call it makes must be accepted.
 */
import { dependenciesOf, isLive, type Ticket } from '../../machines/measures/board-ticket.js';
import { checks } from '../../machines/schema/ticket.js';
import { agent, type BoardPlay } from './board-play.js';
import { accepted } from './investigation.js';

/** Far more than the longest way there is: start to review, checks that find something, all of it again, and decisions. */
const callsMax = 60;

export class BoardFinisher {
  #agents = 0;

  constructor(private readonly play: BoardPlay) {}

  finish(): void {
    for (const ticket of this.play.board.all())
      for (let calls = 0; isLive(ticket); calls += 1) {
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
      case 'BLOCKED':
      case 'ESCALATED':
        accepted(this.play.decide(id, gate.state === 'BLOCKED' ? 'unblock' : 'retry'));
        return;
      default:
        this.#close(ticket);
    }
  }

  /** Whatever was changed since the hand-off is put back. */
  #close({ id, status, closure, handOff }: Ticket): void {
    this.play.edit(id, handOff?.filesId);
    if (closure.lease !== null && this.play.now > closure.lease) accepted(this.play.expireLease(id));
    else if (status === 'impl_complete') accepted(this.play.validate(id, { by: this.#stranger() }));
    else if (closure.run === 'running') accepted(this.play.closingRan(id));
    else this.#check(id, closure);
  }

  #check(id: string, closure: Ticket['closure']): void {
    const check = checks.find((each) => closure.marks[each] === undefined);
    if (check === undefined) {
      accepted(this.play.decide(id, 'accept'));
      return;
    }
    const passed = check !== 'validator' || closure.run === 'passed' || closure.isAccepted;
    accepted(this.play.report(id, check, { by: this.#stranger(), passed }));
  }

  #start(ticket: Ticket): void {
    const { id } = ticket;
    if (this.play.board.isHalted) accepted(this.play.resume());
    const open = dependenciesOf(ticket).filter((each) => this.play.ticket(each).status !== 'closed');
    for (const dependency of open) accepted(this.play.decide(id, 'drop', { dependency }));
    accepted(this.play.start(id, { tree: { dir: `/own/${id}` } }));
  }

  #stranger() {
    this.#agents += 1;
    return agent(`new-${this.#agents}`);
  }
}
