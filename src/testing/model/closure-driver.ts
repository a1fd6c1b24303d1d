/**
 * One ticket in a session of its own, from its hand-off on, through a real server: after each step all that can be seen
 * must be as the table says, and what is refused changes nothing.
 */
import assert from 'node:assert';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checks, leaseMs, type Check } from '../../../machines/schema/ticket.js';
import type { ClosureLedger } from './closure-ledger.js';
import { hasLease, type ClosureStep } from './closure-model.js';
import { isPass, type ClosureRequest } from './closure-requests.js';
import { otherServer, until, type TicketBench } from './ticket-bench.js';
import { solo, TicketScene } from './ticket-scene.js';
import { codesOf, type Seen } from './ticket-shapes.js';

const workFile = 'src/work.txt';
export const overseer = { role: 'system3', agentId: 's1' };

/** What whoever looked at everything would say of a check. */
export function reportOf(check: Check, passed: boolean): Record<string, unknown> {
  const subject = { investigator: workFile, prd_auditor: '1', validator: 'Read the file as its user would' }[check];
  const findings = [{ subject, met: passed, evidence: passed ? 'Seen.' : 'It is not there.' }];
  return { check, passed, summary: `The ${check} looked.`, findings };
}

export class ClosureDriver {
  #run = '';
  #handedOff = '';

  private constructor(readonly scene: TicketScene) {}

  get bench(): TicketBench {
    return this.scene.bench;
  }

  static async started(bench: TicketBench): Promise<ClosureDriver> {
    const driver = new ClosureDriver(await TicketScene.open(bench, { A: { files: ['src/**'] } }));
    assert.deepStrictEqual(await driver.scene.start('A'), []);
    return driver;
  }

  /** Handed off by an architect's word, or by a person's. */
  static async open(bench: TicketBench, isOverride: boolean): Promise<ClosureDriver> {
    const driver = await ClosureDriver.started(bench);
    await driver.handOff(isOverride);
    return driver;
  }

  async handOff(isOverride: boolean): Promise<void> {
    const { scene, bench } = this;
    this.#handedOff = await bench.edit();
    if (isOverride) {
      assert.deepStrictEqual(await scene.force('A'), []);
      return;
    }
    const submitted = scene.submit('A', { status: 'success', filesModified: [workFile] });
    await bench.endRun(await bench.nextRun(scene.name), 'passes');
    assert.deepStrictEqual(codesOf(await submitted), []);
    assert.deepStrictEqual(await scene.review('A', 'APPROVED'), []);
  }

  async look(): Promise<Seen> {
    return this.scene.look('A');
  }

  async take({ request, before, after }: ClosureStep): Promise<void> {
    this.bench.later(1000);
    const where = `${request.name} in ${JSON.stringify(before)}`;
    const { history } = await this.look();
    assert.deepStrictEqual(await this.#make(request), [], where);
    const seen = await this.look();
    assert.deepStrictEqual(view(seen, after), expectedView(after), `after ${where}`);
    if (request.check ?? request.verb === 'validate') assertRenewed(seen, after, this.bench.now, where);
    if (after.status === 'in_progress') assertSentBack(seen, history.length, where);
    if (after.run === 'running' && before.run !== 'running') this.#run = await this.bench.nextRun(this.scene.name);
  }

  /** Gives the codes. Nothing may have changed; whatever is put in its way is taken away again. */
  async beRefused(request: ClosureRequest): Promise<string[]> {
    const { write } = this.bench.repo;
    const before = await this.look();
    const isElsewhere = request.flaws.includes('under another policy');
    const config = isElsewhere ? await readFile(join(this.bench.repo.dir, 'proctor.config.json'), 'utf8') : '';
    if (isElsewhere) await write({ 'proctor.config.json': '{ "commit": "auto" }' });
    try {
      const codes = await this.#make(request);
      const after = await this.look();
      assert.deepStrictEqual(
        everything(after),
        everything(before),
        `${request.name} was refused and changed something`,
      );
      return codes;
    } finally {
      if (isElsewhere) await write({ 'proctor.config.json': config });
      if (request.verb.endsWith('changed files')) await write({ [workFile]: this.#handedOff });
    }
  }

  /** Nothing of it runs any more. */
  async finish(): Promise<void> {
    await this.scene.decide('A', 'withdraw', { note: 'The path ends.' });
  }

  async report(check: Check, passed: boolean, said: Record<string, unknown> = {}): Promise<string[]> {
    return this.scene.call('ticket_report', 'A', { ...reportOf(check, passed), by: overseer, ...said });
  }

  async validate(said: Record<string, unknown> = {}): Promise<string[]> {
    return this.scene.call('ticket_validate', 'A', { by: overseer, ...said });
  }

  /** The run a validation asked for has ended so. */
  async endRun(run: string, verdict: 'passes' | 'fails'): Promise<void> {
    await this.bench.endRun(run, verdict);
    await until('the closing run', async () => ((await this.look()).closure?.run === 'running' ? undefined : true));
  }

  async #make(request: ClosureRequest): Promise<string[]> {
    const { scene, bench } = this;
    const { verb, flaws, check } = request;
    if (verb.endsWith('changed files')) await bench.edit();
    if (check) return this.report(check, isPass(request), saidOf(request, check));
    switch (verb) {
      case 'validate':
      case 'validate changed files':
        return this.validate(senderOf(flaws));
      case 'run passes':
      case 'run fails':
        await this.endRun(this.#run, verb === 'run passes' ? 'passes' : 'fails');
        return [];
      case 'lease runs out':
        return this.#passLease();
      case 'expire early':
        return codesOf(await bench.command(scene.sessionId, { type: 'closure.expire', ticketId: 'A' }, otherServer));
      case 'another run ends': {
        const ran = { type: 'closure.ran', ticketId: 'A', runId: 90_000, cutShort: 'it was stopped' } as const;
        return codesOf(await bench.command(scene.sessionId, ran, otherServer));
      }
      case 'accept':
        return scene.decide('A', 'accept', flaws.includes('as an agent') ? { by: solo } : {});
      case 'ask for a person':
        return scene.escalate('A');
      case 'withdraw':
        return scene.decide('A', 'withdraw', { note: 'Nobody needs it.' });
      case 'submit':
        return scene.fail('A');
      case 'review':
        return scene.review('A', 'REJECTED');
      case 'force':
        return scene.force('A');
      default:
        return assert.fail(`nobody asks ${verb}`);
    }
  }

  /** At the last moment nothing happens yet, whoever says that it is time. */
  async #passLease(): Promise<string[]> {
    const { bench, scene } = this;
    const lease = Date.parse((await this.look()).closure?.lease ?? assert.fail('no lease runs'));
    bench.clock.set(lease);
    const early = { type: 'closure.expire', ticketId: 'A' } as const;
    assert.deepStrictEqual(codesOf(await bench.command(scene.sessionId, early, otherServer)), ['WRONG_STATUS']);
    assert.strictEqual((await this.look()).ticket.status, 's3_validating', 'a moment too early');
    bench.clock.set(lease + 1);
    return [];
  }
}

function view({ ticket, checks: told, closure, gate }: Seen, after: ClosureLedger) {
  const isOpen = after.status !== 'in_progress';
  return {
    status: ticket.status,
    isFlagged: ticket.flagged ?? false,
    round: closure?.round ?? 0,
    ...(isOpen
      ? { run: closure?.run ?? 'none', checks: checks.map((check) => told?.[check]?.status ?? 'waiting') }
      : {}),
    hasLease: closure?.lease !== undefined,
    isWaitedFor: after.status === 's3_validating' && (closure?.waitsForAccept ?? false),
    gate: gate.status,
    labels: ticket.labels,
  };
}

function expectedView(ledger: ClosureLedger): Record<string, unknown> {
  const { status, isFlagged, round, run, marks, isOverride, isAccepted } = ledger;
  const isOpen = status !== 'in_progress';
  const gate = isOverride ? 'FORCED' : 'APPROVED';
  return {
    ...{ status, isFlagged, round },
    ...(isOpen ? { run, checks: checks.map((check) => marks[check] ?? 'waiting') } : {}),
    hasLease: hasLease(ledger),
    isWaitedFor: status === 's3_validating' && isOverride && !isAccepted,
    gate: isOpen ? gate : 'EXECUTING',
    labels: isOverride ? ['forced'] : [],
  };
}

/** A whole hour from now, while anything is awaited. */
function assertRenewed({ closure }: Seen, after: ClosureLedger, now: number, where: string): void {
  if (hasLease(after)) assert.strictEqual(Date.parse(closure?.lease ?? ''), now + leaseMs, where);
}

/** It passed through s3_rejected, and its gate through FAILED. */
function assertSentBack({ history, gate }: Seen, from: number, where: string): void {
  const to = history.slice(from).map((line) => line.to ?? '');
  assert.deepStrictEqual(to.at(-1), 's3_rejected → in_progress → FAILED → EXECUTING', where);
  assert.strictEqual(gate.attempt, 2, where);
}

const senderOf = (flaws: readonly string[]): Record<string, unknown> => {
  if (flaws.includes('by nobody')) return { by: { role: 'system3' } };
  if (flaws.includes('by an executor')) return { by: { role: 'system3', agentId: 'e1' } };
  return flaws.includes('by an architect') ? { by: { role: 'system3', agentId: 'a1' } } : {};
};

function saidOf(request: ClosureRequest, check: Check): Record<string, unknown> {
  const has = (flaw: string) => request.flaws.includes(flaw);
  const { findings } = reportOf(check, isPass(request)) as { findings: { subject: string; met: boolean }[] };
  const left = has('with a file left out') || has('with a criterion left out') ? [] : findings;
  const extra = { subject: 'other/work.txt', met: true, evidence: 'Seen.' };
  const unmet = { subject: 'Something else', met: false, evidence: 'It is not there.' };
  const isOwn = check === 'investigator';
  return {
    ...senderOf(request.flaws),
    findings: [
      ...left.map((each) => ({
        ...each,
        ...(has('without evidence') ? { evidence: ' ' } : {}),
        ...(has('with a finding unmet') && isOwn ? { met: false } : {}),
      })),
      ...(has('with a file too many') ? [extra] : []),
      ...(has('with a finding unmet') && (!isOwn || left.length === 0) ? [unmet] : []),
    ],
  };
}

/** All the server tells of the ticket, but for the head, which a refusal's own record moves. */
const everything = ({ head: _head, ...rest }: Seen): unknown => rest;
