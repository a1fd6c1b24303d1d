// To a user its bug is a stack trace after `proctor status | head`, or a watcher that never goes away.
import { connect, temporaryDir } from '../testing/proctor-client.js';
import { runCli } from '../testing/run-cli.js';
import { ScriptedAgent } from '../testing/scripted-agent.js';

test('a reader that hangs up early is no error', async () => {
  const { path, remove } = await temporaryDir();
  const proctor = await connect(path);
  const long = await ScriptedAgent.start(proctor, { query: 'Long?', protocol: 'classic', projectDir: path });
  await long.propose('R1.A R1.B R1.C R1.D R1.E', null);
  const findings = { state: 'DRILL', findings: 'x'.repeat(20_000) };
  await long.commit({ 'R1.A': findings, 'R1.B': findings, 'R1.C': findings, 'R1.D': findings, 'R1.E': findings });
  for (const args of [
    ['export', long.sessionId, '--format', 'json'],
    ['status', long.sessionId, '--watch'],
  ]) {
    const reading = { isOver: false };
    const watching = runCli(args, { cwd: path, dataDir: path, readBytesMax: 1 }).finally(() => (reading.isOver = true));
    // Whoever watches notices only when there is something more to write, and may begin late.
    for (let count = 1; args.includes('--watch') && !reading.isOver && count < 200; count += 1) {
      await new Promise((resolve) => setTimeout(resolve, 400));
      await long.propose(`R2.A${count}`, 'R1.A');
    }
    expect(await watching).toMatchObject({ code: 0, err: '' });
  }
  await proctor.close();
  await remove();
});
