/** A plan read wrongly is work promised wrongly: what a field means, what is an example, and where each problem is. */
import fc from 'fast-check';
import { parsePlan } from './plan-file.js';

const task = (fields: Record<string, string> = {}, attributes = '') => {
  const all: Record<string, string> = {
    name: 'Login rejects a wrong password',
    files: 'src/login.ts',
    action: 'Compare the hash.',
    verify: 'npm test -- login',
    done: 'a wrong password gives 401',
    ...fields,
  };
  const body = Object.entries(all).map(([tag, text]) => `  <${tag}>${text}</${tag}>`);
  return [`<task${attributes}>`, ...body, '</task>'].join('\n');
};

const only = (text: string) => {
  const { tasks, problems } = parsePlan(text);
  expect(problems).toEqual([]);
  expect(tasks).toHaveLength(1);
  return tasks[0]!.ticket;
};
const problemsIn = (text: string) => parsePlan(text).problems.map(({ line, message }) => `${line}: ${message}`);

test('a task becomes a ticket, with the lines of its fields', () => {
  const { tasks } = parsePlan(`# Plan\n\n${task()}\n`);
  expect(tasks).toEqual([
    {
      line: 3,
      lines: { title: 4, files: 5, action: 6, verify: 7, done: 8 },
      ticket: {
        title: 'Login rejects a wrong password',
        files: ['src/login.ts'],
        action: 'Compare the hash.',
        verify: 'npm test -- login',
        done: ['a wrong password gives 401'],
      },
    },
  ]);
});

test.each([
  ['commas', 'a.ts, b.ts ,c.ts', ['a.ts', 'b.ts', 'c.ts']],
  ['lines', '\n  a.ts\n  b.ts\n', ['a.ts', 'b.ts']],
  ['a list', '\n- `a.ts`\n* b.ts', ['a.ts', 'b.ts']],
  ['commas in braces', 'src/{a,b}.ts, c.ts', ['src/{a,b}.ts', 'c.ts']],
])('files by %s', (_how, files, expected) => {
  expect(only(task({ files }))['files']).toEqual(expected);
});

test.each([
  ['a line', 'add returns the sum', ['add returns the sum']],
  [
    'lines',
    '\nadd returns the sum\nsub returns the difference\n',
    ['add returns the sum', 'sub returns the difference'],
  ],
  [
    'a list',
    '\n- [ ] one is so\n- two is so\n  in two lines\n1. three is so',
    ['one is so', 'two is so in two lines', 'three is so'],
  ],
  ['paragraphs', '\none is so\nand stays so\n\ntwo is so\n', ['one is so and stays so', 'two is so']],
  [
    'a paragraph folded by an editor',
    '\nLogin rejects a wrong password with status 401 and says\nnothing about whether the account exists.\n',
    ['Login rejects a wrong password with status 401 and says nothing about whether the account exists.'],
  ],
])('done criteria by %s', (_how, done, expected) => {
  expect(only(task({ done }))['done']).toEqual(expected);
});

test.each([
  ['plain', 'npm test', 'npm test'],
  ['in backticks', '`npm test`', 'npm test'],
  ['in a fence', '\n```bash\n# first\nnpm run build\nnpm test\n```\n', 'npm run build && npm test'],
  ['with the operator at the end', '\nnpm run build &&\nnpm test\n', 'npm run build && npm test'],
])('a verify command %s', (_how, verify, expected) => {
  expect(only(task({ verify }))['verify']).toBe(expected);
});

test('ids, dependencies, kinds and requirements, as elements or attributes', () => {
  const asAttributes = only(task({}, ` id="B" depends='A, C' type="auto" kind="test"`));
  expect(asAttributes).toMatchObject({ id: 'B', dependsOn: ['A', 'C'], kind: 'test' });
  const asElements = only(task({ id: 'B', depends: 'A\nC', requirements: '- R-1: it logs\n- R-2: it counts' }));
  expect(asElements).toMatchObject({
    id: 'B',
    dependsOn: ['A', 'C'],
    requirements: [
      { id: 'R-1', text: 'it logs' },
      { id: 'R-2', text: 'it counts' },
    ],
  });
});

test('waves by heading, until a heading of the same level says otherwise', () => {
  const text = [
    task(),
    '## Wave 1: base',
    task(),
    '### Details',
    task(),
    '## Later',
    task(),
    'The second wave 2',
    '---',
    task(),
    '# wave 3 #',
    task(),
  ].join('\n');
  expect(parsePlan(text).tasks.map(({ ticket }) => ticket['wave'])).toEqual([undefined, 1, 1, undefined, 2, 3]);
});

test.each([
  ['a fence', `\`\`\`xml\n${task()}\n\`\`\`\n`],
  ['a longer fence', `~~~~\n~~~\n${task()}\n~~~~\n`],
  ['a comment', `<!--\n${task()}\n-->`],
  ['prose', 'Each `<task>` block is a ticket, and so is <task>.'],
  ['another tag', '<tasks>\n</tasks>\n<task-list>'],
])('what stands in %s is no task', (_where, text) => {
  expect(parsePlan(text)).toEqual({ tasks: [], problems: [] });
});

test('a task may hold a fence, and in it what looks like its end', () => {
  expect(only(task({ action: '\n```\n</task>\n<task>\n```\n' }))['action']).toContain('</task>');
});

test('several blocks on one line, and line ends of any kind', () => {
  const line = task().replaceAll('\n', '');
  expect(parsePlan(`${line} ${line}`).tasks).toHaveLength(2);
  for (const end of ['\r\n', '\r'])
    expect(parsePlan(`# x\n${task()}`.replaceAll('\n', end)).tasks[0]!.lines['done']).toBe(7);
});

test.each([
  ['<task>', ['1: this <task> is never closed: the file ends first; write </task> after it']],
  [
    `# x\n<task>\n<name>a</name>\n${task()}`,
    ['2: this <task> is never closed: another one begins in line 4; write </task> after it'],
  ],
  ['<task>\n</task>', ['1: this <task> lacks <name>, <files>, <action>, <verify>, <done>']],
  ['<task/>', ['1: this <task> lacks <name>, <files>, <action>, <verify>, <done>']],
  [task({ verify: ' ' }), ['5: <verify> is empty']],
  [task({ depends: '' }), ['7: <depends> is empty; leave it out']],
  [task({ verfy: 'x' }), [expect.stringMatching(/^7: <verfy> is no field of a task; there are name, files/)]],
  [task().replace('</verify>', ''), ['5: <verify> is never closed']],
  [task().replace('<name>', 'stray <name>'), ['2: text outside of any field: "stray"']],
  [task({ id: 'A' }, ' id="B"'), ['7: <id> is given twice, first in line 1']],
  [task({}, ' dependson="B"'), [expect.stringMatching(/^1: dependson is no attribute of a task/)]],
  [task({}, ' id=B'), ['1: the attributes cannot be read: write them as id="A"']],
  [task({ requirements: 'R-1' }), ['7: <requirements> cannot be read: write each as ID: what is required']],
  ['# Wave 0', ['1: waves are numbered from 1 to 1000, not 0']],
  ['<task id="A"\n  depends="B">', ['1: this <task is not closed with > on the same line']],
])('%j is told with its line', (text, expected) => {
  expect(problemsIn(text)).toEqual(expected);
});

test('every problem is told, in the order of the file', () => {
  const text = [task({ verify: '' }), task({ foo: 'x', done: '' }), '<task>'].join('\n');
  expect(parsePlan(text).problems.map(({ line }) => line)).toEqual([5, 13, 14, 16]);
});

describe('whatever it is given', () => {
  const piece = fc.constantFrom(
    ...['<task>', '</task>', '<task id="A">', '<name>', '</name>', '<done>', '</done>', '<files>', '```', '~~~', '\n'],
    ...['\r\n', '<!--', '-->', '## Wave 2', '- ', 'x', '<', '>', '/', '"', '\u0000', '\u2028', 'İ', '<task ', ' && '],
  );

  test('it answers, with lines that are in the file', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 60 }), (pieces) => {
        const text = pieces.join('');
        const { tasks, problems } = parsePlan(text);
        const last = text.split(/\r\n|\n|\r/).length;
        for (const { line } of [...tasks, ...problems]) {
          expect(line).toBeGreaterThanOrEqual(1);
          expect(line).toBeLessThanOrEqual(last);
        }
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ['<task>', 170_000],
    ['<task/>', 150_000],
    ['<!---->', 150_000],
    ['<task><', 150_000],
    ['</task', 170_000],
    ['<task>\n', 150_000],
    [`<task><verify>${' '.repeat(500_000)}x</verify></task>`, 2],
    [`# wave${' '.repeat(1_000_000)}x`, 1],
    [`<task ${'a'.repeat(1_000_000)}>`, 1],
    [`<task>${'<name>'.repeat(150_000)}</task>`, 1],
  ])('it is done with %.12j, %i times, in a moment', (part, count) => {
    const started = performance.now();
    parsePlan(part.repeat(count));
    expect(performance.now() - started).toBeLessThan(60_000);
  });
});
