/** A session in a file tells of every node and ticket, at every record, what the server tells of it. */
import type { JournalRecord } from '../../machines/schema/record.js';
import { accepted, investigation } from '../testing/investigation.js';
import { sampleBoard } from '../testing/sample-board.js';
import { claimAgain, solved } from '../testing/sample-trees.js';
import { DashboardApi } from './api.js';
import { fileSession } from './export-html.js';
import { jsonInHtml, onePage } from './one-file.js';
import { fileSource } from './page/file-source.js';
import { recorded } from './recorded.js';

const id = 's-00000000000000000000';

async function both(records: readonly JournalRecord[]) {
  const head = `${records.length}:${'0'.repeat(32)}`;
  const file = await fileSession({ id, records, head });
  return { file, source: fileSource(file), api: new DashboardApi(recorded(records, head)), last: records.length };
}

/** Withdrawn, committed, claimed, refuted, claimed again with other evidence, and confirmed. */
function eventful(): readonly JournalRecord[] {
  const tree = investigation('multi-gate').plant('R1.A R1.B', null, 'DRILL DRILL');
  accepted(tree.propose('R2.X', 'R1.A'));
  accepted(tree.withdraw('R2.X'));
  tree.plant('R2.A', 'R1.A', 'VERIFY').plant('R3.A', 'R2.A', 'VALID_PENDING').plant('R4.A', 'R3.A', 'DEAD');
  claimAgain(tree, 'R3.A');
  tree.plant('R4.B', 'R3.A', 'VALID');
  return tree.journal;
}

test.each([
  ['a solved one', () => solved().journal],
  ['an eventful one', eventful],
])('nodes of an investigation: %s', async (_, journal) => {
  const { file, source, api, last } = await both(journal());
  expect(Object.keys(file.nodes).length).toBeGreaterThan(5);
  let compared = 0;
  for (const nodeId of Object.keys(file.nodes))
    for (let seq = 1; seq <= last; seq += 1) {
      const wanted = await api.node(id, nodeId, seq);
      if (!wanted) {
        await expect(source.node(id, nodeId, seq)).rejects.toMatchObject({ status: 404 });
        continue;
      }
      // The outline has the children; what was possible earlier is not in the file.
      const moves = seq === last ? wanted.moves : [];
      const { story } = wanted;
      expect(await source.node(id, nodeId, seq)).toEqual({ seq, node: { ...wanted.node, children: [] }, story, moves });
      compared += 1;
    }
  expect(compared).toBeGreaterThan(30);
  api.close();
});

test('a withdrawn node is there until it was withdrawn', async () => {
  const { source, file } = await both(eventful());
  const gone = file.entries.find((entry) => entry.gone)?.seq ?? 0;
  expect((await source.node(id, 'R2.X', gone - 1)).node.title).not.toBe('');
  await expect(source.node(id, 'R2.X', gone)).rejects.toMatchObject({ status: 404 });
});

test('tickets of a board', async () => {
  const { file, source, api, last } = await both(sampleBoard('A title').journal);
  expect(Object.keys(file.tickets)).toHaveLength(10);
  for (const ticketId of Object.keys(file.tickets))
    for (let seq = 1; seq <= last; seq += 1) {
      const wanted = await api.ticket(id, ticketId, seq);
      const { undecidable, ...told } = await source.ticket(id, ticketId, seq);
      const moves = seq === last ? wanted?.moves : [];
      const { undecidable: _, ...all } = wanted!;
      expect(told).toEqual({ ...all, seq, decisions: [], moves });
      expect(undecidable).toContain('proctor ui');
    }
  api.close();
});

test('another session is not in it', async () => {
  const { source } = await both(solved().journal);
  await expect(source.about('s-other')).rejects.toMatchObject({ status: 404 });
  expect((await source.sessions()).items.map(({ sessionId }) => sessionId)).toEqual([id]);
});

test('no text ends the element it stands in', () => {
  const wicked = '</script><!--<script>\u2028\u2029&amp;-->';
  expect(jsonInHtml({ wicked })).not.toMatch(/[<>&\u2028\u2029]/);
  // Line breaks of any kind are line breaks.
  expect(JSON.parse(jsonInHtml({ wicked }))).toEqual({ wicked: wicked.replace(/[\u2028\u2029]/g, '\n') });
  const page = onePage({
    title: '</title><script>',
    script: 'go()',
    styles: ['a{}'],
    data: { id: 'x', value: wicked },
  });
  expect(page.match(/<script/g)).toHaveLength(2);
  expect(page.match(/<\/title>/g)).toHaveLength(1);
  for (const script of ['"</ScRiPt>"', '"<!--"']) expect(() => onePage({ title: '', script, styles: [] })).toThrow();
});
