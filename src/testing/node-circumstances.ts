/** What an edge of a chart with claims may depend on, each tried both ways, and the events that are tried on it. */
import type { NodeContext, NodeEvent } from '../../machines/node-actor.js';
import type { Tally } from '../../machines/rules/claim-verdict.js';
import type { CommittedState } from '../../machines/schema/state.js';

export interface Circumstances {
  readonly depth: number;
  readonly confirms: null | 1;
  readonly claims: 2 | 3;
  readonly children: 0 | 1;
}
export type Condition = (circumstances: Circumstances) => boolean;

export const fromRound =
  (round: number): Condition =>
  ({ depth }) =>
    depth >= round;
export const confirmer: Condition = ({ confirms }) => confirms !== null;
export const noConfirmer: Condition = ({ confirms }) => confirms === null;
export const childless: Condition = ({ children }) => children === 0;
export const claimLeft: Condition = ({ claims }) => claims < 3;

/** In the round before something opens, and in the one it opens in. */
export const everyCircumstance = (opens: number): Circumstances[] =>
  [opens - 1, opens].flatMap((depth) =>
    ([null, 1] as const).flatMap((confirms) =>
      ([2, 3] as const).flatMap((claims) =>
        ([0, 1] as const).map((children) => ({ depth, confirms, claims, children })),
      ),
    ),
  );

export const contextOf = ({ depth, confirms, claims }: Circumstances): NodeContext => ({
  ...{ id: 'R3.A', parent: 'R2.A' },
  ...{ depth, confirms, claims },
});

/** By name: what a caller may ask for, and what confirmers may say. */
export const eventsOf = (
  states: readonly CommittedState[],
  tallies: Readonly<Record<string, Tally>>,
): Readonly<Record<string, (circumstances: Circumstances) => NodeEvent>> => ({
  ...Object.fromEntries(states.map((state) => [`commit.${state}`, () => ({ type: `commit.${state}` })])),
  ...Object.fromEntries(
    states.map((state) => [
      `reclassify.${state}`,
      ({ children }: Circumstances) => ({ type: `reclassify.${state}`, children }),
    ]),
  ),
  ...Object.fromEntries(Object.entries(tallies).map(([name, tally]) => [name, () => ({ type: 'claim.tally', tally })])),
});
