/** How the demo begins and ends: what this is, what tot_end reported, what the journal proves, what to do next. */
import { plural } from '../../../machines/measures/text.js';
import type { EndReport } from '../../views/end-report.js';
import { clientSetups } from '../client-setup.js';
import type { Played } from './player.js';
import type { Proof } from './proof.js';
import type { Stage } from './stage.js';
import { story } from './story.js';

const labelColumns = 16;
const referencesMax = 4;
const openingMs = 1800;
const partMs = 1000;

export async function tellOpening(stage: Stage, dataDir: string): Promise<void> {
  const { bold, dim } = stage.paint;
  const cheats = story.filter(({ isCheat }) => isCheat).length;
  stage.say('Proctor makes AI coding agents prove their work.', undefined, bold);
  stage.say(
    `An agent answers a question by growing a tree of ideas; Proctor holds the tree to a protocol and refuses what was not proven. Here a scripted agent works on a made-up bug and cheats ${cheats} times. The replies are real: the same code, rules and journal as behind your own agent. Only its clock runs faster.`,
  );
  stage.say(`The journal is in ${dataDir}.`, undefined, dim);
  stage.gap();
  await stage.beat(openingMs);
}

export async function tellResult(stage: Stage, { ending }: Played): Promise<void> {
  // The reply of a tot_end that was accepted; the story stops before this where it was not.
  const { outcome, solutions, deadEnds, quality, references, totalRounds, totalNodes } = ending as unknown as EndReport;
  const { bold, green } = stage.paint;
  stage.gap();
  for (const { nodeId, title, findings, evidence, confirmers, claims } of solutions) {
    stage.say(`${nodeId} ${title}`, { text: `  ${outcome}`, columns: labelColumns, paint: green }, bold);
    row(stage, 'finding', findings);
    row(stage, 'evidence', evidence ?? '');
    row(stage, 'confirmed by', `${confirmers.join(', ')} · claims made ${claims.made}, refuted ${claims.refuted}`);
  }
  const size = `${plural(totalNodes, 'node')} in ${plural(totalRounds, 'round')}, ${plural(deadEnds, 'dead end')}`;
  row(stage, 'tree', `${size}, quality ${quality.compositeScore.toFixed(2)}`);
  const cited = references.slice(0, referencesMax).map(({ reference, nodes }) => `${reference} (${nodes.join(', ')})`);
  const more = references.length - cited.length;
  row(stage, 'references', cited.join(' · ') + (more > 0 ? ` and ${more} more` : ''));
  await stage.beat(partMs);
}

export async function tellProof(stage: Stage, { sound, forged }: Proof): Promise<void> {
  const { bold, green, yellow } = stage.paint;
  const witness = 'Nothing is forgotten. proctor audit, with the last reply’s head as witness:';
  const forgery = 'In a copy, somebody rewrites the refutation to VALID, checksum and all.';
  stage.gap();
  stage.say(witness, { text: '● ', paint: green }, bold);
  for (const line of sound.lines) stage.line(`  ${line}`);
  await stage.beat(partMs);
  stage.gap();
  stage.say(forgery, { text: '▲ ', paint: yellow }, bold);
  for (const line of forged.lines) stage.line(`  ${line}`);
  await stage.beat(partMs);
}

export function tellNext(stage: Stage): void {
  const { bold, dim } = stage.paint;
  stage.gap();
  stage.say(
    'Proctor cannot know whether a sentence is true. It makes skipping the work dearer than doing it, and keeps who said what, and when.',
  );
  stage.gap();
  stage.say('Add it to your agent', undefined, bold);
  for (const [client, how] of clientSetups())
    stage.exact({ text: `  ${client}`, columns: labelColumns, paint: dim }, how);
}

function row(stage: Stage, label: string, text: string): void {
  stage.say(text, { text: `  ${label}`, columns: labelColumns, paint: stage.paint.dim });
}
