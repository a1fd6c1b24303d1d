/** A proposal for the eyes of the person who has to agree to it. */
import { plain } from '../../views/escape.js';
import { columns } from '../../views/text-fit.js';
import { padEnd, painter, wrap } from '../style.js';
import type { Additions } from './config-text.js';
import type { Proposal } from './proposal.js';

interface Look {
  readonly width: number;
  readonly color: boolean;
}

/** With `only`, what a config that is there would gain. */
export function proposalLines(proposal: Proposal, look: Look, only?: Additions): string[] {
  const { bold } = painter(look.color);
  const allow = proposal.allow.filter(({ pattern }) => !only || only.allow.includes(pattern));
  const paths = proposal.protected.filter(({ glob }) => !only || only.protected.includes(glob));
  const heading = (text: string) => wrap(only ? `${text} (so far missing)` : text, look.width).map(bold);
  const rows = allow.map(({ pattern, why }) => [pattern, why] as const);
  return [
    ...wrap(proposal.found.length > 0 ? `Found ${proposal.found.join(', ')}.` : 'Nothing known was found.', look.width),
    ...(allow.length > 0 ? ['', ...heading('Commands that may verify'), ...table(rows, look)] : []),
    ...(paths.length > 0
      ? ['', ...heading('Protected files: once they change, a run is stale'), ...byReason(paths, look)]
      : []),
    ...(proposal.notes.length > 0 ? ['', ...proposal.notes.flatMap((note) => hanging(note, look))] : []),
  ];
}

/** Two columns; what is too long for the first has the second below it. */
function table(rows: readonly (readonly [name: string, about: string])[], { width, color }: Look): string[] {
  const { dim } = painter(color);
  const room = Math.max(...rows.map(([name]) => columns(plain(name))));
  const first = Math.min(room, Math.floor(width / 2) - 2);
  return rows.flatMap(([name, about]) => {
    const shown = plain(name);
    if (columns(shown) > first)
      return [`  ${shown}`, ...wrap(about, Math.max(20, width - 6)).map((line) => `      ${dim(line)}`)];
    const indent = ' '.repeat(first + 4);
    const lines = wrap(about, Math.max(20, width - first - 4)).map(dim);
    return lines.map((line, at) => (at === 0 ? `  ${padEnd(shown, first)}  ${line}` : indent + line));
  });
}

function byReason(paths: Proposal['protected'], { width, color }: Look): string[] {
  const { dim } = painter(color);
  const reasons = [...new Set(paths.map(({ why }) => why))];
  return reasons.flatMap((reason) => [
    `  ${dim(reason)}`,
    ...wrap(
      paths
        .filter(({ why }) => why === reason)
        .map(({ glob }) => glob)
        .join(', '),
      Math.max(30, width - 4),
    ).map((line) => `    ${line}`),
  ]);
}

const hanging = (text: string, { width }: Look): string[] =>
  wrap(text, Math.max(30, width - 2)).map((line, at) => `${at === 0 ? '· ' : '  '}${line}`);
