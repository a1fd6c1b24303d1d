/** Stops of agents that were let go although work was left, or that nobody could judge: so that they stay visible. */
import { plural } from '../../machines/measures/text.js';
import type { SessionState, Stops } from '../session/state.js';

export interface StopView {
  outcome: keyof Stops;
  count: number;
  lastSeq: number;
  lastAt: string;
}

const words: Readonly<Record<keyof Stops, string>> = {
  stopped_unverified: 'stopped unverified',
  unchecked: 'stops unchecked',
};

export const stopsOf = ({ stops }: Pick<SessionState, 'stops'>): StopView[] =>
  (['stopped_unverified', 'unchecked'] as const).flatMap((outcome) => {
    const noted = stops[outcome];
    if (!noted) return [];
    const { count, seq, at } = noted;
    return [{ outcome, count, lastSeq: seq, lastAt: new Date(at).toISOString() }];
  });

export const stopLine = ({ outcome, count, lastSeq, lastAt }: StopView): string =>
  `${words[outcome]}: ${plural(count, 'time')}, last at ${lastAt} (record ${lastSeq})`;
