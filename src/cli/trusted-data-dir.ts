/** The data directory of a command, refused where somebody else could have written what is in it. */
import { dataDir, type DataDir } from '../store/data-dir.js';
import { weakPlaces, type Weak } from '../store/private-dir.js';
import { plain } from '../views/escape.js';
import { Refused, text, type Io, type Parsed } from './command.js';

export interface WeakPlace {
  readonly message: string;
  readonly fix: string;
}

const instead = 'or choose another data directory with --data or PROCTOR_DATA';

/** As a person is told them; none where nobody else can write. */
export const weakDataDir = (dir: string, home: string): WeakPlace[] => weakPlaces(dir, home).map(told);

function told({ path, place, weakness }: Weak): WeakPlace {
  const shown = plain(path);
  const what = weakness === 'foreign' ? `${shown} belongs to another user` : `Other users can write to ${shown}`;
  const why =
    place === 'part'
      ? 'Anyone who writes there can forge approvals, tokens and journals.'
      : 'Anyone who writes there can exchange the data directory, with its approvals, tokens and journals.';
  const mend =
    weakness === 'foreign'
      ? `Run Proctor as that user, make it yours with chown "$(id -u)" ${quoted(shown)}`
      : `Run chmod go-w ${quoted(shown)}`;
  return { message: `${what}. ${why}`, fix: `${mend}, ${instead}.` };
}

const quoted = (path: string): string => (/^[\w./+-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`);

export function trustedDataDir({ values }: Pick<Parsed, 'values'>, io: Pick<Io, 'env' | 'home' | 'cwd'>): DataDir {
  const data = dataDir({ flag: text(values['data']), env: io.env, home: io.home, cwd: io.cwd });
  const [first, ...others] = weakDataDir(data.dir, io.home);
  if (!first) return data;
  const more = others.length > 0 ? ' There is more: proctor doctor shows all of it.' : '';
  throw new Refused('DATA_DIR_OPEN', first.message, `${first.fix}${more}`);
}
