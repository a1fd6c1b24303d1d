import { BoardPlay } from '../testing/board-play.js';
import { accepted } from '../testing/investigation.js';
import { choices, choicesToAsk, choiceWords, commandOf } from './decisions.js';

test('each decision is offered once, overrides last', () => {
  expect(new Set(choices).size).toBe(choices.length);
  expect(choices.slice(-3)).toEqual(['drop', 'skip', 'force']);
  expect([...choices].sort()).toEqual(Object.keys(choiceWords).sort());
});

test('nothing is given up or overridden without a note', () => {
  expect(choices.filter((choice) => choiceWords[choice].isNoteNeeded)).toEqual(['withdraw', 'skip', 'force']);
});

test.each([
  ['retry', {}, { type: 'ticket.decide', decision: 'retry' }],
  ['retry', { note: 'Again.' }, { type: 'ticket.decide', decision: 'retry', note: 'Again.' }],
  ['drop', { dependency: 'T-2' }, { type: 'ticket.decide', decision: 'drop', dependency: 'T-2' }],
  [
    'skip',
    { note: 'No time.', reason: 'time-pressure' },
    { type: 'ticket.override', how: 'skip', note: 'No time.', reason: 'time-pressure' },
  ],
  [
    'force',
    { note: 'Now.', word: 'OVERRIDE' },
    { type: 'ticket.override', how: 'force', note: 'Now.', typed: 'OVERRIDE' },
  ],
] as const)('%s with %j is one command, with nothing that was not said', (choice, said, command) => {
  expect(commandOf('T-1', choice, said)).toStrictEqual({ ticketId: 'T-1', ...command });
});

test('the rules are asked about each, as somebody would say it who says all that is needed', () => {
  const asked = choicesToAsk(new BoardPlay().ticket('T-1'));
  expect(asked.map(({ choice }) => choice)).toEqual(choices.filter((choice) => choice !== 'drop'));
  const commandFor = (wanted: string) => asked.find(({ choice }) => choice === wanted)?.command;
  expect(commandFor('skip')).toEqual({
    ...{ type: 'ticket.override', ticketId: 'T-1', how: 'skip', note: 'why', reason: expect.any(String) },
  });
  expect(commandFor('force')).toEqual({
    ...{ type: 'ticket.override', ticketId: 'T-1', how: 'force', note: 'why', typed: 'OVERRIDE' },
  });
  expect(commandFor('retry')).toEqual({ type: 'ticket.decide', ticketId: 'T-1', decision: 'retry', note: 'why' });
});

test('a dependency can be dropped before the start, and not after it', () => {
  const play = new BoardPlay([{ dependsOn: ['T-2'] }, { id: 'T-2', title: 'Another', files: ['src/2.ts'] }]);
  const drops = () => choicesToAsk(play.ticket('T-1')).filter(({ choice }) => choice === 'drop');
  expect(drops()).toMatchObject([{ dependency: 'T-2', command: { decision: 'drop', dependency: 'T-2', note: 'why' } }]);
  accepted(play.decide('T-1', 'drop', { dependency: 'T-2' }));
  accepted(play.start('T-1'));
  expect(drops()).toEqual([]);
});
