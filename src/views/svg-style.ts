/**
 * Colours, type and glyphs of the SVG. Plain classes instead of custom properties or colour functions: the picture
 * has to look the same in a browser, a document viewer and a command-line converter.
 */
import { NodeState } from '../../machines/schema/state.js';
import { palette } from './palette.js';

interface Theme {
  readonly ground: string;
  readonly band: string;
  readonly ink: string;
  readonly muted: string;
  readonly line: string;
  readonly edge: string;
  readonly warn: string;
  readonly warnGround: string;
  readonly ok: string;
  /** How much of the state's colour the box takes, and what its outline is mixed with. */
  readonly tint: number;
  readonly outline: number;
}

const light: Theme = {
  ground: '#ffffff',
  band: '#f5f7fa',
  ink: '#151b26',
  muted: '#4f5a6b',
  line: '#dfe4eb',
  edge: '#a9b3c1',
  warn: '#7d4f00',
  warnGround: '#fff3d6',
  ok: '#137a3c',
  tint: 0.24,
  outline: 0.82,
};

const dark: Theme = {
  ground: '#0c0f14',
  band: '#11151c',
  ink: '#e8ecf3',
  muted: '#a3adbd',
  line: '#242b37',
  edge: '#4a5567',
  warn: '#f5c15c',
  warnGround: '#33270f',
  ok: '#4ccb7c',
  tint: 0.2,
  outline: 0.72,
};

const sans = 'Inter,ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif';
const mono = 'ui-monospace,"SF Mono",SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace';

/** All rules stay below `.proctor`, so that a page may take the picture in without being restyled by it. */
export const styleSheet = (): string =>
  [
    `.proctor text{font-family:${sans};font-size:12px}`,
    '.proctor .query{font-size:20px;font-weight:650}',
    '.proctor .sub{font-size:12.5px}',
    `.proctor .id{font-family:${mono};font-size:11px;font-weight:600}`,
    '.proctor .word,.proctor .note{font-size:10px;font-weight:600}',
    '.proctor .round{font-size:12px;font-weight:650}',
    '.proctor .count{font-size:11px}',
    '.proctor .word{text-anchor:end}.proctor .note{text-anchor:middle}',
    '.proctor .edge{fill:none;stroke-width:1.5}.proctor .confirms{stroke-dasharray:5 4}',
    '.proctor .box{stroke-width:1.25}.proctor .ring{fill:none;stroke-width:2}',
    '.proctor .PROPOSED .box,.proctor .PROPOSED .chip{stroke-dasharray:4 3}',
    '.proctor .PROPOSED .chip{fill:none;stroke-width:1.25}.proctor .PROPOSED .title{font-style:italic}',
    '.proctor .DEAD .title{text-decoration:line-through}',
    '.proctor .glyph{fill:#0b1018;fill-rule:evenodd}',
    '.proctor .stroke{fill:none;stroke:#0b1018;stroke-width:1.7;stroke-linecap:round;stroke-linejoin:round}',
    ...themed(light),
    ...NodeState.options
      .filter((state) => !palette[state].dashed)
      .map((state) => `.proctor .${state} .chip{fill:${palette[state].hex}}`),
    `@media (prefers-color-scheme:dark){${themed(dark).join('')}}`,
  ].join('');

function themed(theme: Theme): string[] {
  return [
    `.proctor .ground{fill:${theme.ground}}.proctor .band{fill:${theme.band}}.proctor .rule{stroke:${theme.line}}`,
    `.proctor .ink{fill:${theme.ink}}.proctor .muted{fill:${theme.muted}}.proctor .edge{stroke:${theme.edge}}`,
    `.proctor .edge.confirms{stroke:${theme.ok}}.proctor .ring{stroke:${theme.ok}}`,
    `.proctor .PROPOSED .stroke,.proctor .PROPOSED .chip{stroke:${theme.muted}}`,
    `.proctor .DEAD .title,.proctor .PROPOSED .title{fill:${theme.muted}}`,
    `.proctor .open .note{fill:${theme.warn}}.proctor .open .badge{fill:${theme.warnGround};stroke:${theme.warn}}`,
    `.proctor .told .note{fill:${theme.muted}}.proctor .told .badge{fill:${theme.ground};stroke:${theme.edge}}`,
    ...NodeState.options.map((state) => boxRule(state, theme)),
  ];
}

function boxRule(state: NodeState, { ground, ink, tint, outline }: Theme): string {
  const { hex, dashed } = palette[state];
  const fill = dashed ? ground : mix(hex, ground, tint);
  return `.proctor .${state} .box{fill:${fill};stroke:${mix(hex, ink, outline)}}`;
}

/** A share of one colour over another. */
function mix(over: string, under: string, share: number): string {
  const channel = (hex: string, at: number) => parseInt(hex.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) => Math.round(channel(over, at) * share + channel(under, at) * (1 - share)));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

const down = { d: 'M2.6 4.2h6.8L6 8.8z', isFilled: true } as const;
const quarter = {
  d: 'M6 1.7a4.3 4.3 0 1 0 0 8.6a4.3 4.3 0 0 0 0-8.6zM6 3a3 3 0 1 0 0 6a3 3 0 0 0 0-6zM6 3v3h3a3 3 0 0 0-3-3z',
  isFilled: true,
} as const;

/** Glyphs as paths in a 12 by 12 field: the same on every machine, whatever fonts it has. */
const glyphs: Readonly<Record<NodeState, { readonly d: string; readonly isFilled: boolean }>> = {
  PROPOSED: { d: 'M6 3.2a2.8 2.8 0 1 0 0 5.6a2.8 2.8 0 0 0 0-5.6z', isFilled: false },
  DRILL: down,
  EXPLORE: down,
  VERIFY: { d: 'M6 1.9L10.1 6L6 10.1L1.9 6z', isFilled: true },
  VALID_PENDING: quarter,
  FOUND: quarter,
  VALID: { d: 'M2.8 6.3L5.1 8.6L9.3 3.7', isFilled: false },
  DEAD: { d: 'M3.5 3.5L8.5 8.5M8.5 3.5L3.5 8.5', isFilled: false },
  SPEC: { d: 'M6 1.5l1.4 2.9 3.2.4-2.3 2.2.6 3.2L6 8.7l-2.9 1.5.6-3.2L1.4 4.8l3.2-.4z', isFilled: true },
};

/** The coloured square with the state's glyph, 18 pixels wide. */
export function chipOf(state: NodeState, x: number, y: number): string {
  const { d, isFilled } = glyphs[state];
  return (
    `<rect class="chip" x="${x}" y="${y}" width="18" height="18" rx="5"/>` +
    `<path class="${isFilled ? 'glyph' : 'stroke'}" transform="translate(${x + 3} ${y + 3})" d="${d}"/>`
  );
}
