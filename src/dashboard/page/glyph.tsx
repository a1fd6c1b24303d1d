/** A state's mark: glyph and colour; the word is never far. */
import type { StateLook } from '../wire.js';

interface GlyphProps {
  readonly look: StateLook | undefined;
  readonly state: string;
  /** The word stands beside it: nothing is to be read out. */
  readonly isPlain?: boolean;
}

export const Glyph = ({ look, state, isPlain = false }: GlyphProps) => (
  <span
    class={`glyph ${state} ${look?.dashed ? 'dashed' : ''}`}
    {...(isPlain ? { 'aria-hidden': true } : { role: 'img', 'aria-label': look?.word ?? state })}
  >
    {look?.glyph ?? '?'}
  </span>
);

export const Pill = ({ look, state }: Omit<GlyphProps, 'isPlain'>) => (
  <span class={`pill ${state}`}>
    <Glyph look={look} state={state} isPlain />
    {state}
  </span>
);
