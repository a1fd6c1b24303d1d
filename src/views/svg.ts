/** An investigation as one self-contained SVG, light or dark as the viewer prefers. No script, no link, no font. */
import type { Tree } from '../../machines/measures/tree.js';
import type { Protocol } from '../../machines/schema/protocol.js';
import { isSolution } from '../../machines/measures/tree-node.js';
import { NodeState, vocabularies } from '../../machines/schema/state.js';
import { xmlText } from './escape.js';
import { notesOf, type Note } from './notes.js';
import { palette } from './palette.js';
import { chipOf, styleSheet } from './svg-style.js';
import { pixelsOf, wrap } from './svg-text.js';
import { clip } from './text-fit.js';
import { box, layoutOf, roundGap, stackIndent, type Band, type Layout, type Place } from './tree-layout.js';

const margin = 28;
const gutter = 92;
const widthMin = 780;
const bandPad = roundGap / 2;
const queryLine = 26;

export function svgOf(tree: Tree, query: string): string {
  const layout = layoutOf(tree);
  const width = Math.max(widthMin, gutter + layout.width + 2 * margin);
  const queryLines = wrap(query, Math.min(width, 1400) - 2 * margin, 20, 2);
  const top = margin + queryLines.length * queryLine + 68 + bandPad;
  const height = top + (tree.size > 0 ? layout.height : 20) + bandPad + margin;
  // A tree narrower than the sheet stands in the middle of what the round labels leave.
  const left = gutter + margin + Math.round((width - 2 * margin - gutter - layout.width) / 2);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="proctor" role="img" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<title>${xmlText(`Investigation: ${query}`)}</title>`,
    `<desc>${xmlText(describe(tree))}</desc>`,
    `<style>${styleSheet()}</style>`,
    `<clipPath id="proctor-box"><rect width="${box.width - 6}" height="${box.height}"/></clipPath>`,
    `<rect class="ground" width="${width}" height="${height}"/>`,
    ...header(tree, queryLines),
    ...layout.bands.map((band) => bandOf(band, top, width)),
    ...(tree.size === 0 ? [text('muted', gutter + margin, top + 4, 'No nodes yet')] : []),
    `<g transform="translate(${left} ${top})">`,
    ...edgesOf(tree, layout),
    ...[...layout.places.values()].map((place) => nodeOf(tree.protocol, place)),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

function describe(tree: Tree): string {
  const counts = NodeState.options
    .filter((state) => tree.totals.of(state) > 0)
    .map((state) => `${tree.totals.of(state)} ${palette[state].word}`);
  const nodes = `${tree.size} ${tree.size === 1 ? 'node' : 'nodes'}`;
  return counts.length > 0 ? `${nodes}: ${counts.join(', ')}` : nodes;
}

const text = (classes: string, x: number, y: number, content: string): string =>
  `<text class="${classes}" x="${x}" y="${y}">${xmlText(content)}</text>`;

function header(tree: Tree, queryLines: readonly string[]): string[] {
  const { size, protocol, totals } = tree;
  const under = margin + queryLines.length * queryLine;
  const facts = [protocol.name, `${size} ${size === 1 ? 'node' : 'nodes'}`, `round ${totals.currentRound}`];
  return [
    ...queryLines.map((line, index) => text('query ink', margin, margin + 17 + index * queryLine, line)),
    text('sub muted', margin, under + 12, facts.join('  ·  ')),
    ...legend(tree, under + 28),
  ];
}

function legend(tree: Tree, y: number): string[] {
  const states: NodeState[] = [...vocabularies[tree.protocol.chart].states];
  if (tree.totals.of('PROPOSED') > 0) states.unshift('PROPOSED');
  let x = margin;
  return states.map((state) => {
    const label = `${palette[state].word} ${tree.totals.of(state)}`;
    const entry = `<g class="${state}">${chipOf(state, x, y)}${text('muted', x + 25, y + 13, label)}</g>`;
    x += Math.round(25 + pixelsOf(label, 12) + 20);
    return entry;
  });
}

function bandOf({ round, nodes, y, height }: Band, top: number, width: number): string {
  const middle = top + y + 24;
  const shade =
    round % 2 === 1
      ? `<rect class="band" y="${top + y - bandPad}" width="${width}" height="${height + 2 * bandPad}"/>`
      : '';
  return (
    shade +
    text('round ink', margin, middle, `Round ${round}`) +
    text('count muted', margin, middle + 17, `${nodes} ${nodes === 1 ? 'node' : 'nodes'}`)
  );
}

function edgesOf(tree: Tree, { places, bands }: Layout): string[] {
  const edges: string[] = [];
  for (const place of places.values()) {
    const above = tree.parentOf(place.node);
    const from = above && places.get(above);
    const band = above && bands[above.depth - 1];
    if (!from || !band) continue;
    const classes = place.node.confirms === null ? 'edge' : 'edge confirms';
    edges.push(`<path class="${classes}" d="${curve(from, place, band.y + band.height)}"/>`);
  }
  return edges;
}

/**
 * Straight down to the end of the parent's round, where only its own column is free, then over to the child between
 * the rounds; to a stacked child further down beside the stack and in from the left.
 */
function curve(from: Place, to: Place, roundEnd: number): string {
  const start = `M${from.x + box.width / 2} ${from.y + box.height}V${roundEnd}`;
  const x = from.x + box.width / 2;
  if (!to.isStacked) return start + bend(x, roundEnd, to.x + box.width / 2, to.y);
  const spine = to.x - stackIndent / 2;
  const side = to.y + box.height / 2;
  const down = bend(x, roundEnd, spine, roundEnd + roundGap);
  return `${start}${down}V${side - stackIndent / 2}Q${spine} ${side} ${to.x} ${side}`;
}

function bend(x: number, y: number, toX: number, toY: number): string {
  const middle = (y + toY) / 2;
  return `C${x} ${middle} ${toX} ${middle} ${toX} ${toY}`;
}

function nodeOf(protocol: Protocol, { node, x, y }: Place): string {
  const { id, state, title } = node;
  const { word } = palette[state];
  const notes = notesOf(protocol, node);
  const tip = [`${id} ${state}: ${title}`, ...notes.map(({ long }) => long)].join('; ');
  const lines = wrap(title, box.width - 22, 12, 2);
  return [
    `<g class="${state}" transform="translate(${x} ${y})"><title>${xmlText(tip)}</title>`,
    isSolution(protocol, node)
      ? `<rect class="ring" x="-4" y="-4" width="${box.width + 8}" height="${box.height + 8}" rx="13"/>`
      : '',
    `<rect class="box" width="${box.width}" height="${box.height}" rx="10"/>`,
    chipOf(state, 9, 8),
    '<g clip-path="url(#proctor-box)">',
    text('id ink', 34, 21, clip(id, idRoom(word))),
    ...lines.map((line, index) => text('title ink', 10, 41 + index * 15, line)),
    '</g>',
    text('word muted', box.width - 10, 21, word),
    ...badge(notes),
    '</g>',
  ].join('');
}

/** Characters of a fixed-width id that fit beside the state's word. */
const idRoom = (word: string): number => Math.floor((box.width - 52 - pixelsOf(word, 10)) / 6.7);

/** Astride the lower edge: what is open here, or failing that the node's part in a claim. */
function badge(notes: readonly Note[]): string[] {
  const note = notes.find(({ isOpen }) => isOpen) ?? notes[0];
  if (!note) return [];
  const width = Math.round(pixelsOf(note.short, 10) + 14);
  const left = box.width - 10 - width;
  return [
    `<g class="${note.isOpen ? 'open' : 'told'}">`,
    `<rect class="badge" x="${left}" y="${box.height - 7}" width="${width}" height="16" rx="8"/>`,
    text('note', left + width / 2, box.height + 4.5, note.short),
    '</g>',
  ];
}
