/** When to do what no reply waits for: the system's timers, or those a simulation brings. */
export interface Timers {
  /** Once what is being answered is on its way. */
  soon(work: () => void): void;
  /** Answers how to call it off. */
  later(work: () => void, ms: number): () => void;
}

export const systemTimers: Timers = {
  soon: (work) => void setImmediate(work),
  later: (work, ms) => {
    const timer = setTimeout(work, ms).unref();
    return () => {
      clearTimeout(timer);
    };
  },
};
