/** `proctor token`: bearer tokens for `serve --http`, each bound to a role. Shown once, kept as a hash, ended at once. */
import { resolve } from 'node:path';
import { realDisk } from '../store/real-disk.js';
import { tokenLastsMsMax, tokenNameCharsMax, Tokens, type ListedToken, type Token } from '../store/tokens.js';
import { plain } from '../views/escape.js';
import { agentIn } from './agent-environment.js';
import {
  jsonText,
  Refused,
  text,
  UsageError,
  type CliCommand,
  type ExitCode,
  type Io,
  type Parsed,
} from './command.js';
import { sitterAt, typed } from './person.js';
import { rolesShown, roleNamed } from './role-option.js';
import { ago, duration, painter, wrap } from './style.js';
import { trustedDataDir } from './trusted-data-dir.js';

const dayMs = 86_400_000;
const usual = '30d';
const provisionVariable = 'PROCTOR_PROVISION';

export const token: CliCommand = {
  args: '<create|list|revoke> [id]',
  options: {
    as: { type: 'string', value: 'ROLE', about: `create: the role its calls have: ${rolesShown}` },
    expires: { type: 'string', value: 'TIME', about: `create: how long it counts, such as 12h or 90d; else ${usual}` },
    name: { type: 'string', value: 'NAME', about: 'create: what it is for, to tell it from others' },
    provision: { type: 'boolean', about: `create: for scripts; ${provisionVariable} must name the data directory` },
  },
  notes: [
    'create prints the token once, on stdout; the data directory keeps only a hash of it. A client sends it as the header Authorization: Bearer TOKEN.',
    'Its calls are known by their connection, as if they came through proctor serve --as ROLE, and see the tools of that role.',
    'revoke and the end of its time count at once, also in servers that run. From the first token on, every call to proctor serve --http needs one.',
    'create is for people, on a terminal that no agent started: the role is typed to confirm. A script that sets up a machine says --provision and has the data directory in PROCTOR_PROVISION, so that no agent makes one by accident; list shows which were made so. Shells that an agent started are refused either way.',
    'Anyone who can write to the data directory can make tokens. Run agents that must not under another account or on another machine.',
  ],
  example: 'proctor token create --as architect --expires 30d --name reviewer',
  async run(args, io) {
    const [verb = '', id] = args.positionals;
    const work = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
    if (!work) throw new UsageError(`There is no token ${JSON.stringify(verb)}: say create, list or revoke.`);
    if ((verb === 'revoke') !== (id !== undefined))
      throw new UsageError(verb === 'revoke' ? 'Say which: proctor token list has the ids.' : `${verb} takes no id.`);
    const { dir } = trustedDataDir(args, io);
    return work(new Tokens(realDisk, dir, () => Date.now()), args, io, dir);
  },
};

async function create(tokens: Tokens, { values }: Parsed, io: Io, dataDir: string): Promise<ExitCode> {
  const named = text(values['as']);
  if (named === undefined) throw new UsageError(`--as ROLE is missing: one of ${rolesShown}.`);
  const role = roleNamed(named);
  const name = text(values['name']) ?? '';
  if (name.length > tokenNameCharsMax) throw new UsageError(`A name has at most ${tokenNameCharsMax} characters.`);
  const lastsMs = lastingMs(text(values['expires']) ?? usual);
  const made = values['provision'] === true ? provisioned(io, dataDir) : await confirmed(io, role);
  const { token, bearer } = await tokens.create({ role, name, lastsMs, made });
  const { id, expiresAt } = token;
  if (values['json'] === true) io.out(jsonText({ token: bearer, id, role, name, expiresAt }));
  else {
    const until = new Date(expiresAt).toISOString().slice(0, 16).replace('T', ' ');
    for (const line of wrap(
      `Token ${id} for the role ${role}, until ${until} UTC. Keep it now: it is not shown again. Send it as Authorization: Bearer.`,
      io.width,
    ))
      io.say(line);
    io.out(bearer);
  }
  return 0;
}

/** A token is a role, and an agent must not give itself one. */
async function confirmed(io: Io, role: string): Promise<NonNullable<Token['made']>> {
  const sitter = sitterAt(io);
  if (!sitter.isPerson)
    throw new Refused(
      'PERSON_REQUIRED',
      `A token is a role, and only a person gives one, at a terminal: ${sitter.why} Nothing was made.`,
      `A person runs it in a terminal of their own. A script that sets up a machine: docs/http.md, ${provisionVariable}.`,
    );
  await typed(sitter.ask, role, 'make a token for that role');
  return { how: 'terminal', by: io.user.slice(0, 200) };
}

/** Nobody sets a variable to the path of a data directory by accident, and agents that mark their shells are seen. */
function provisioned(io: Io, dataDir: string): NonNullable<Token['made']> {
  const mark = agentIn(io.env);
  if (mark)
    throw new Refused(
      'PERSON_REQUIRED',
      `A token is a role, and an agent must not give itself one: ${mark.variable} is set, ${mark.agent} started this shell.`,
      'A person runs it in a terminal of their own.',
    );
  if (resolve(io.env[provisionVariable] ?? '') !== dataDir || (io.env[provisionVariable] ?? '') === '')
    throw new Refused(
      'PERSON_REQUIRED',
      `--provision is for scripts that a person set up: ${provisionVariable} does not name the data directory ${plain(dataDir)}. Nothing was made.`,
      `Set ${provisionVariable} to it in that script alone, never in a profile that agents read.`,
    );
  return { how: 'provisioned', by: io.user.slice(0, 200) };
}

const verbs: Readonly<Record<string, typeof create>> = { create, list, revoke };

const unitsMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: dayMs, w: 7 * dayMs };

function lastingMs(given: string): number {
  const [, count = '', unit = ''] = /^([1-9][0-9]{0,5})([mhdw])$/.exec(given.trim()) ?? [];
  const ms = Number(count) * (unitsMs[unit] ?? 0);
  if (ms > 0 && ms <= tokenLastsMsMax) return ms;
  throw new UsageError(
    `--expires takes a number and m, h, d or w, up to ${tokenLastsMsMax / dayMs}d, such as 12h or 90d; not ${JSON.stringify(given)}.`,
  );
}

async function list(tokens: Tokens, { values }: Parsed, io: Io): Promise<ExitCode> {
  const all = await tokens.list();
  if (values['json'] === true) io.out(jsonText({ tokens: all }));
  else if (all.length === 0) io.out('There are no tokens. proctor token create --as ROLE makes one.');
  else for (const each of all) io.out(lineOf(each, io));
  return 0;
}

function lineOf({ id, state, role, name = '', createdAt, expiresAt, made: how }: ListedToken, { color }: Io): string {
  const { dim, green, yellow } = painter(color);
  const now = Date.now();
  const left = state === 'live' && expiresAt !== undefined ? `, ${duration(expiresAt - now)} left` : '';
  const made = createdAt === undefined ? '' : `made ${ago(now - createdAt)}${left}`;
  const shown = state === 'live' ? green(state.padEnd(10)) : yellow(state.padEnd(10));
  const maker =
    how === undefined ? '' : dim(how.how === 'terminal' ? `by ${plain(how.by)}` : `provisioned by ${plain(how.by)}`);
  return [id, shown, (role ?? '').padEnd(12), dim(made), maker, plain(name)]
    .filter((part) => part !== '')
    .join('  ')
    .trimEnd();
}

async function revoke(tokens: Tokens, { positionals: [, id = ''], values }: Parsed, io: Io): Promise<ExitCode> {
  if (!(await tokens.revoke(id))) {
    const known = (await tokens.list()).some((each) => each.id === id);
    throw known
      ? new Refused('ALREADY_REVOKED', `Token ${id} is revoked already.`, 'There is nothing left to do.')
      : new Refused('TOKEN_NOT_FOUND', `There is no token ${JSON.stringify(id)}.`, 'proctor token list has the ids.');
  }
  if (values['json'] === true) io.out(jsonText({ id, revoked: true }));
  else io.out(`Revoked ${id}. Running servers refuse it from now on.`);
  return 0;
}
