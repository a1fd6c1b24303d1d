/**
 * Two hundred ways to smuggle a second command, or another place, into a verify command. Each tries to leave a file
 * behind. Its bug, to a user: an agent that runs what nobody allowed, with the rights of whoever started the server.
 */
import { mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDir } from '../../testing/proctor-client.js';
import { sharedProject } from '../../testing/served-project.js';
import { contract, TicketTeam } from '../../testing/ticket-team.js';

const allowed = 'node tools/args.mjs';

/** Says what it was given, one word a line, and succeeds. */
const args = `for (const word of process.argv.slice(2)) process.stdout.write(JSON.stringify(word) + '\\n');\n`;

const { repo, proctor } = sharedProject({
  config: { commands: { allow: [allowed, `${allowed} *`] } },
  files: { 'tools/args.mjs': args },
});
let loot: Awaited<ReturnType<typeof temporaryDir>>;

beforeAll(async () => {
  loot = await temporaryDir();
});
afterAll(async () => loot.remove());

/** A command that shows that it ran. */
const touch = () => `touch ${join(loot.path, 'taken')}`;

function hostile(): string[] {
  const bad = touch();
  const quoted = `'${bad}'`;
  const joins = [
    ';',
    '|',
    '||',
    '&',
    '|&',
    ';;',
    '\n',
    '\r',
    '\r\n',
    '\u0000',
    '\u2028',
    '\u0085',
    '\v',
    '\f',
    '&&&',
    ';&',
  ];
  const wraps = [
    ...[
      `$(${bad})`,
      `\`${bad}\``,
      `"$(${bad})"`,
      `"\`${bad}\`"`,
      `<(${bad})`,
      `>(${bad})`,
      `$((${bad}))`,
      `\${x:=$(${bad})}`,
    ],
    ...[
      `> ${loot.path}/taken`,
      `>> ${loot.path}/taken`,
      `2> ${loot.path}/taken`,
      `&> ${loot.path}/taken`,
      `>| ${loot.path}/taken`,
    ],
    ...[
      `< /etc/passwd`,
      `<< X`,
      `<<< x`,
      `{${bad},}`,
      `(${bad})`,
      `{ ${bad}; }`,
      `! ${bad}`,
      `$IFS`,
      '${HOME}',
      '$1',
      '$@',
      '~/x',
      '*',
    ],
  ];
  const heads = [
    ...[
      bad,
      `env ${bad}`,
      `sh -c ${quoted}`,
      `bash -c ${quoted}`,
      `/bin/sh -c ${quoted}`,
      `xargs ${bad}`,
      `nohup ${bad}`,
    ],
    ...[
      `npx ${bad}`,
      `sudo ${bad}`,
      `timeout 1 ${bad}`,
      `env -S ${quoted}`,
      `busybox ${bad}`,
      `python3 -c ${quoted}`,
      `perl -e ${quoted}`,
    ],
    ...[
      `node -e ${quoted}`,
      `node --import ./x tools/args.mjs`,
      `node -r ./x tools/args.mjs`,
      `./tools/args.mjs`,
      `/usr/bin/env node tools/args.mjs`,
    ],
    ...[
      `node ../tools/args.mjs`,
      `node ./tools/args.mjs`,
      `node tools//args.mjs`,
      `node tools/../tools/args.mjs`,
      `nodе tools/args.mjs`,
    ],
    ...[
      `NODE_OPTIONS=--require=./x ${allowed}`,
      `PATH=. ${allowed}`,
      `A=b ${allowed}`,
      `exec ${allowed}`,
      `command ${allowed}`,
      `. ${allowed}`,
    ],
    ...[
      `eval ${quoted}`,
      `source x`,
      `alias node=touch`,
      `"node tools/args.mjs"`,
      `'node' '-e' ${quoted}`,
      `"" ${allowed}`,
      `-- ${allowed}`,
    ],
  ];
  return [
    ...joins.flatMap((join) => [
      `${allowed}${join}${bad}`,
      `${allowed} x ${join} ${bad}`,
      `${bad} ${join} ${allowed}`,
      `${join}${bad}`,
    ]),
    ...joins.map((join) => `${allowed} && ${allowed} ${join} ${bad}`),
    ...wraps.flatMap((wrap) => [`${allowed} ${wrap}`, wrap]),
    ...wraps.filter((wrap) => wrap !== '~/x').map((wrap) => `${allowed} a${wrap}`),
    ...heads.flatMap((head) => [head, `${allowed} && ${head}`]),
  ];
}

/** Words that only look dangerous: as arguments of an allowed command they are passed on as they are. */
function harmless(): string[] {
  const bad = touch();
  const words = [
    `;${bad}`,
    `|${bad}`,
    `$(${bad})`,
    `\`${bad}\``,
    `> ${loot.path}/taken`,
    '$HOME',
    '&&',
    '*',
    '~',
    '..',
    '#',
  ];
  return words.map((word) => `'${word}'`);
}

test('none of two hundred runs anything that was not allowed', async () => {
  const commands = hostile();
  expect(commands.length).toBeGreaterThanOrEqual(200);
  const told = new Set<string>();
  for (const [index, verify] of commands.entries()) {
    const { data: reply, codes } = await proctor.call('ticket_open', {
      tickets: [{ ...contract, title: `Try ${index}`, verify }],
    });
    expect({ verify, status: reply.status }).toEqual({ verify, status: 'REJECTED' });
    for (const code of codes) told.add(code);
  }
  expect([...told].sort()).toEqual(expect.arrayContaining(['COMMAND_NOT_ALLOWED', 'SHELL_SYNTAX']));
  expect(await readdir(loot.path)).toEqual([]);
});

test('words that look like syntax reach an allowed command as they are', async () => {
  const team = await TicketTeam.at(proctor, { title: 'Words', verify: `${allowed} ${harmless().join(' ')}` });
  await repo.write({ 'src/new.mjs': 'export {};\n' });
  const { data: reply } = await team.submit(1, { filesModified: ['src/new.mjs'] });
  expect(reply).toMatchObject({ run: { passed: true, exitCode: 0 }, gate: { status: 'REVIEWING' } });
  expect(reply.run.output.bytes).toBe(
    Buffer.byteLength(
      harmless()
        .map((word) => `${JSON.stringify(word.slice(1, -1))}\n`)
        .join(''),
    ),
  );
  expect(await readdir(loot.path)).toEqual([]);
});

// A tree elsewhere would let an agent choose the files that pass, and what is run.
test('a work tree that is elsewhere, or leads elsewhere, is refused', async () => {
  await mkdir(join(repo.dir, 'ignored'), { recursive: true });
  await symlink(loot.path, join(repo.dir, 'ignored', 'link'));
  const team = await TicketTeam.open(proctor, { title: 'Elsewhere', verify: allowed });
  for (const workDir of [
    '..',
    '../..',
    '/',
    '/tmp',
    loot.path,
    'ignored/link',
    'ignored/../..',
    '.git',
    'no/such',
    `${repo.dir}/../`,
  ]) {
    const reply = await team.call('ticket_start', { workDir });
    expect({ workDir, codes: reply.codes }).toEqual({ workDir, codes: ['NO_GIT'] });
  }
});

// The command is looked up on the server's own path: a file of the same name in the tree must not take its place.
test('a program of the same name in the tree is not the one that was allowed', async () => {
  await repo.write({ node: `#!/bin/sh\n${touch()}\n`, 'ignored/x': '' });
  await repo.git('update-index', '--add', '--chmod=+x', 'node');
  const team = await TicketTeam.at(proctor, {
    title: 'Same name',
    files: ['node', 'src/**'],
    verify: `${allowed} one`,
  });
  await repo.write({ 'src/new2.mjs': 'export {};\n' });
  const { data: reply } = await team.submit(1, { filesModified: ['src/new2.mjs'] });
  expect(reply.run).toMatchObject({ exitCode: 0, output: { bytes: 6 } });
  expect(await readdir(loot.path)).toEqual([]);
});
