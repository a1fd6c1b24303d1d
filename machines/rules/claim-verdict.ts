/** What a claim's confirmers say about it. Order of commits plays no part: only the tally counts. */

export interface Tally {
  readonly confirmers: number;
  readonly committed: number;
  readonly valid: number;
  readonly dead: number;
}

/** One DEAD refutes: it can be neither overtaken nor outvoted. */
export const isRefuted = ({ dead }: Tally): boolean => dead > 0;

export const isConfirmed = ({ confirmers, committed, valid }: Tally): boolean =>
  confirmers > 0 && committed === confirmers && valid === confirmers;
