/** The exact command that commits approved work, for whoever types it: the contract's files and the trailers. */
import { plain } from './escape.js';

export interface ApprovedWork {
  readonly ticketId: string;
  readonly title: string;
  readonly attempt: number;
  readonly dir: string;
  /** Changed files of the contract, relative to the project; more than are listed where `count` is larger. */
  readonly files: readonly string[];
  readonly count: number;
  readonly isAuto: boolean;
}

/** Safe between single quotes in any shell of the kind. */
const quoted = (text: string): string =>
  /^[A-Za-z0-9_./:@=+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

export const trailers = ({ ticketId, attempt }: Pick<ApprovedWork, 'ticketId' | 'attempt'>, head: string) =>
  ({ 'Proctor-Ticket': ticketId, 'Proctor-Attempt': String(attempt), 'Proctor-Head': head }) as const;

/** One line, whatever the title holds: a line of its own could pass for a trailer. */
export const messageOf = ({ ticketId, title }: Pick<ApprovedWork, 'ticketId' | 'title'>): string =>
  `${ticketId}: ${plain(title)}`;

export function commitCommand(work: ApprovedWork, head: string): string {
  const { dir, files, count, ticketId, title } = work;
  const paths = files.map((path) => quoted(`:(literal)${path}`)).join(' ');
  const marks = Object.entries(trailers(work, head)).map(([name, value]) => `--trailer ${quoted(`${name}: ${value}`)}`);
  const rest = count > files.length ? ` # and ${count - files.length} more changed files of the contract` : '';
  const git = `git -C ${quoted(dir)}`;
  const message = quoted(messageOf({ ticketId, title }));
  return `${git} add -A -- ${paths} && ${git} commit -m ${message} ${marks.join(' ')} --only -- ${paths}${rest}`;
}
