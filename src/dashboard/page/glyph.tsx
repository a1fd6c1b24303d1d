/** A state's mark: glyph and colour; the word is never far. */
import type { StateLook } from '../wire.js';

export const Glyph = ({ look, state }: { look: StateLook | undefined; state: string }) => (
  <span class={`glyph ${state} ${look?.dashed ? 'dashed' : ''}`} aria-label={look?.word ?? state} role="img">
    {look?.glyph ?? '?'}
  </span>
);

export const Pill = ({ look, state }: { look: StateLook | undefined; state: string }) => (
  <span class={`pill ${state}`}>
    <Glyph look={look} state={state} />
    {state}
  </span>
);
