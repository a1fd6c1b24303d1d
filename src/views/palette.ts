/**
 * How each state looks: one row a state, so that the compiler asks for a look whenever a state is added.
 * Colour never stands alone: every view shows the glyph or the word beside it.
 */
import type { NodeState } from '../../machines/schema/state.js';

export interface Look {
  readonly glyph: string;
  /** One ASCII character for terminals without Unicode. */
  readonly ascii: string;
  readonly word: string;
  /** Graphviz colour name of the fill, and of the text that stays legible on it. */
  readonly dot: string;
  readonly dotInk: string;
  /** Not yet worked on: drawn as an outline in every picture. */
  readonly dashed: boolean;
  /** Full-strength fill; dark text is legible on each of them. */
  readonly hex: string;
  /** SGR parameters from the 16 colours, which follow the person's terminal theme. */
  readonly ansi: string;
}

const solid = { dotInk: 'black', dashed: false };

export const palette: Readonly<Record<NodeState, Look>> = {
  PROPOSED: {
    ...solid,
    glyph: '○',
    ascii: 'o',
    word: 'proposed',
    dot: 'white',
    dashed: true,
    hex: '#a3adbb',
    ansi: '90',
  },
  DRILL: { ...solid, glyph: '▾', ascii: 'v', word: 'drill', dot: 'lightblue', hex: '#8ecbe3', ansi: '36' },
  EXPLORE: { ...solid, glyph: '▾', ascii: 'v', word: 'explore', dot: 'lightblue', hex: '#8ecbe3', ansi: '36' },
  VERIFY: {
    ...solid,
    glyph: '◆',
    ascii: '?',
    word: 'verify',
    dot: 'purple',
    dotInk: 'white',
    hex: '#b48cf2',
    ansi: '35',
  },
  VALID_PENDING: { ...solid, glyph: '◔', ascii: '~', word: 'pending', dot: 'lightgreen', hex: '#90ee90', ansi: '92' },
  FOUND: { ...solid, glyph: '◔', ascii: '~', word: 'found', dot: 'lightgreen', hex: '#90ee90', ansi: '92' },
  VALID: { ...solid, glyph: '✓', ascii: '+', word: 'valid', dot: 'green', hex: '#3fb768', ansi: '32' },
  DEAD: { ...solid, glyph: '✕', ascii: 'x', word: 'dead', dot: 'red', hex: '#f0625d', ansi: '31' },
  SPEC: { ...solid, glyph: '★', ascii: '*', word: 'spec', dot: 'gold', hex: '#ffd447', ansi: '33' },
};
