/**
 * What a bug here would look like: code under test writes the approval of a person, or reads their keys. One run makes
 * every attempt; what it got hold of is seen in its output, and what it changed in the files themselves.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sh, run, usableKinds } from '../../testing/verify-bench.js';

const home = realpathSync(mkdtempSync(join(tmpdir(), 'proctor-attack-')));
const at = (path: string) => join(home, path);
const tree = at('work/project');
const store = join(tree, 'var/store');
const files = {
  'work/project/var/store/approvals/command-1': 'a secret of the store',
  'work/project/.claude/evidence/T-1/closure-report.md': 'closed',
  'work/project/a.txt': 'a',
  'work/project/bin/README': 'planted',
  'work/other/key.txt': 'a secret of another project',
  '.ssh/id_ed25519': 'a secret key',
  '.netrc': 'a secret password',
  '.bashrc': 'true\n',
  '.cargo/credentials.toml': 'a secret token',
  '.cargo/config.toml': 'readable',
  '.config/gh/hosts.yml': 'a secret token',
  '.local/share/proctor/approvals/x': 'a secret of the usual store',
};
const socket = at('.cargo/agent.sock');
const abstract = `\0proctor-attack-${process.pid}`;

/** Programs that stand first on the path, as `node_modules/.bin` does under npx. */
const planted = ['mkdir', 'mount', 'ln', 'chmod', 'rmdir', 'sh', 'setpriv', 'unshare', 'bwrap'];

/** Beside the home directory, as those of other programs are. */
const temporary = `${home}-of-another`;

let outsider: ChildProcess;
const servers: Server[] = [];
let connections = 0;

const listen = async (where: string | { port: number; host: string }) => {
  const server = createServer((one) => {
    connections += 1;
    one.end('a secret from outside');
  });
  await new Promise<void>((resolve) => server.listen(where, resolve));
  servers.push(server);
  return server.address();
};

let port = 0;
beforeAll(async () => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), text);
  }
  for (const name of planted)
    writeFileSync(join(tree, 'bin', name), `#!/bin/sh\ntouch ${at('planted')}\nexec /bin/${name} "$@"\n`, {
      mode: 0o755,
    });
  mkdirSync(temporary);
  execFileSync('git', ['init', '-q', tree]);
  execFileSync('git', ['-C', tree, 'add', 'a.txt']);
  outsider = spawn('sleep', ['600'], { env: { PROCTOR_SECRET: 'a secret of a process' } });
  await listen(socket);
  await listen(abstract);
  const address = await listen({ port: 0, host: '127.0.0.1' });
  port = typeof address === 'object' && address ? address.port : 0;
});
afterAll(async () => {
  outsider.kill('SIGKILL');
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  rmSync(home, { recursive: true });
  rmSync(temporary, { recursive: true });
});

/** Each succeeds (exit code 0) only if it gets where it must not. */
const attacks = (): Record<string, string> => ({
  'read the store': `cat ${store}/approvals/command-1`,
  'list the store': `ls ${store}/approvals`,
  'write to the store': `echo forged > ${store}/approvals/forged`,
  'put another store in its place': `mv ${store} ${store}.old`,
  'move the folder that holds the store': `mv ${tree}/var ${tree}/var2`,
  'uncover the store': `umount -l ${store} || umount ${store}`,
  'uncover the store in a namespace of its own': `unshare -Urm sh -c 'umount -l ${store}; mount -o remount,rw ${store}; cat ${store}/approvals/*'`,
  'read a key': 'cat "$HOME/.ssh/id_ed25519"',
  'read a password': 'cat "$HOME/.netrc"',
  'read a token of gh': 'cat "$HOME/.config/gh/hosts.yml"',
  'read a token inside a tool chain': 'cat "$HOME/.cargo/credentials.toml"',
  'read the store in its usual place': 'cat "$HOME/.local/share/proctor/approvals/x"',
  'read another project': `cat ${at('work/other/key.txt')}`,
  'write to a tool chain': 'echo x > "$HOME/.cargo/config.toml"',
  'write a git hook': `mkdir -p ${tree}/.git/hooks; echo x > ${tree}/.git/hooks/pre-commit`,
  'write the git config': `echo x >> ${tree}/.git/config`,
  'replace the git folder': `mv ${tree}/.git ${tree}/git2`,
  'write evidence': `echo x > ${tree}/.claude/evidence/T-1/closure-report.md`,
  'replace the evidence': `mv ${tree}/.claude ${tree}/claude2`,
  'write to /etc': 'echo x > /etc/proctor-attack',
  'write to /usr': 'echo x > /usr/proctor-attack',
  'make the root writable': 'mount -o remount,rw / || mount -o remount,bind,rw /',
  'make /etc writable in a namespace of its own': `unshare -Urm sh -c 'mount -o remount,bind,rw / && touch /etc/proctor-attack'`,
  'mount something': 'mount -t tmpfs x /tmp',
  'take /proc away': 'umount -l /proc',
  'enter the namespaces of process 1': 'nsenter -t 1 -m -p true',
  'see a process outside': `cat /proc/${outsider.pid ?? 0}/environ`,
  'signal a process outside': `kill -0 ${outsider.pid ?? 0}`,
  'see the root of process 1 as it was': `cat /proc/1/root/${store}/approvals/command-1`,
  'leave by chroot': 'chroot / true',
  'make a device': 'mknod /tmp/disk b 8 0 || mknod /tmp/mem c 1 1',
  'open a disk or the memory': 'ls /dev/mem /dev/kmem /dev/vda /dev/sda /dev/nvme0n1 /dev/kmsg | grep -q .',
  'change a setting of the kernel':
    'was=$(cat /proc/sys/kernel/core_pattern) && echo "$was" > /proc/sys/kernel/core_pattern',
  'reach sysrq': '[ -w /proc/sysrq-trigger ]',
  'write to /sys': '[ -w /sys/kernel/uevent_helper ] || [ -w /sys/power/state ] || [ -w /sys/kernel/profiling ]',
  'make a control group':
    'for dir in /sys/fs/cgroup /sys/fs/cgroup/*/; do mkdir "$dir/proctor-attack" && exit 0; done; exit 1',
  'gain privileges': `! grep -q '^NoNewPrivs:.1$' /proc/self/status || ! grep -q '^CapEff:.0*$' /proc/self/status || ! grep -q '^CapBnd:.0*$' /proc/self/status`,
  'become another user': 'setpriv --reuid=12345 --clear-groups true',
  'type into the terminal': ': < /dev/tty',
  'read the passwords of the machine': '[ -s /etc/shadow ] && cat /etc/shadow',
  'reach a socket with a path': connectTo(JSON.stringify(socket)),
  'reach an abstract socket': connectTo(JSON.stringify(abstract)),
  'reach a port of this machine': connectTo(`{ port: ${port}, host: '127.0.0.1' }`),
  'see other shared memory': 'ls /dev/shm | grep -q .',
  'see other temporary files': `ls ${temporary}`,
});

const connectTo = (where: string) =>
  `${process.execPath} -e 'require("net").connect(${where}).on("connect", () => process.exit(0)).on("error", () => process.exit(1))'`;

/** Every file and its text. */
function all(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map(
      (entry) => `${join(entry.parentPath, entry.name)}: ${readFileSync(join(entry.parentPath, entry.name), 'utf8')}`,
    )
    .sort();
}

// Not a table: jest takes none that is empty, as this is where there are no namespaces.
for (const isolation of (await usableKinds()).filter((kind) => kind !== 'process-group')) {
  test(`in a sandbox of kind ${isolation} every attempt fails, and honest work does not`, async () => {
    connections = 0;
    const before = all(home);
    const tried = Object.entries(attacks());
    const script = tried.map(([name, attempt]) => `( ${attempt} ) 2>/dev/null && echo 'BREACH: ${name}'`);
    const honest = [
      `echo b > ${tree}/made.txt && cat ${tree}/a.txt ${tree}/made.txt "$HOME/.cargo/config.toml" && echo`,
      'echo x >> "$HOME/.bashrc" && echo x > /tmp/x && echo x > "$TMPDIR/y" && echo x > /dev/shm/z && echo x > /var/tmp/v',
      'mkdir -p "$HOME/.cache/tool" && echo kept private && ls -A "$HOME/work"',
      'git status --short | head -1',
      'echo all tried',
    ];
    const result = await run([sh([...script, ...honest].join('\n'))], {
      isolation,
      cwd: tree,
      env: { ...process.env, HOME: home, TMPDIR: tmpdir(), PATH: `${join(tree, 'bin')}:${process.env['PATH'] ?? ''}` },
      places: { tree, hidden: [store], readable: [join(tree, '.git'), join(tree, '.claude/evidence')] },
    });
    expect(result.output.split('\n').filter((line) => line.includes('BREACH') || line.includes('secret'))).toEqual([]);
    expect(result.output).toBe('ab\nreadable\nkept private\nproject\nA  a.txt\nall tried\n');
    expect(result).toMatchObject({ exitCode: 0, isolation: { files: 'tree', network: 'none' } });
    expect(connections).toBe(0);
    rmSync(join(tree, 'made.txt'));
    expect(all(home)).toEqual(before);
  });
}

test('in a process group only, the result says what was open', async () => {
  const { isolation } = await run([['true']], { isolation: 'process-group', cwd: tree });
  expect(isolation.files).toBe('open');
  expect(isolation.absent.join()).toMatch(/store.*home directory.*Unix socket/);
});
