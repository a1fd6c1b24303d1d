/** One worker process at a time, started anew whenever it hangs, dies or is spoilt. */
import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { Reply, Request } from './worker.js';

export type Answer = Reply | 'hangs' | 'died';

const loadMsMax = 120_000;

export class Lane {
  readonly #tree: string;
  #worker: ChildProcess | undefined;
  #fixed = -1;
  /** Loading takes as long as the machine is busy, and says nothing of a mutant. */
  readonly #loaded = new Set<string>();

  constructor(tree: string) {
    this.#tree = tree;
  }

  /** With a mutant that is in force from the start, when modules are loaded, or with none. */
  async restart(fixed = -1): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#fixed = fixed;
    this.#loaded.clear();
    if (worker?.pid === undefined || worker.exitCode !== null || worker.signalCode !== null) return;
    const gone = new Promise((resolve) => worker.once('exit', resolve));
    // Its own group: what its tests started ends with it.
    process.kill(-worker.pid, 'SIGKILL');
    await gone;
  }

  async ask(request: Request, msMax: number): Promise<Answer> {
    if (request.ask !== 'run' || this.#loaded.has(request.file)) return this.#askOnce(request, msMax);
    const loading = await this.#askOnce({ ask: 'load', file: request.file }, loadMsMax);
    if (typeof loading === 'string' || !('error' in loading) || loading.error !== undefined) return loading;
    this.#loaded.add(request.file);
    return this.#askOnce(request, msMax);
  }

  async #askOnce(request: Request, msMax: number): Promise<Answer> {
    const worker = (this.#worker ??= this.#start());
    const answer = await new Promise<Answer>((resolve) => {
      const settle = (value: Answer) => {
        clearTimeout(timer);
        worker.off('message', settle).off('exit', died);
        resolve(value);
      };
      const died = () => settle('died');
      const timer = setTimeout(() => settle('hangs'), msMax);
      worker.on('message', settle).on('exit', died);
      worker.send(request);
    });
    if (answer === 'hangs' || answer === 'died') await this.restart();
    return answer;
  }

  #start(): ChildProcess {
    return fork(join(this.#tree, 'scripts/mutants/worker.js'), {
      cwd: this.#tree,
      detached: true,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: ['--disable-warning=ExperimentalWarning'],
      env: { ...process.env, ...(this.#fixed >= 0 ? { PROCTOR_MUTANT: String(this.#fixed) } : {}) },
    });
  }
}
