import { checks } from '../../machines/schema/ticket.js';
import { BoardPlay } from '../testing/board-play.js';
import { forceOff, handOff, validated } from '../testing/board-stories.js';
import { accepted, inWords } from '../testing/investigation.js';

// To a user its bug is a closed ticket whose files are not those anybody looked at.
describe('files that are not those handed off', () => {
  test('send it back when it is validated, as a new attempt', () => {
    const play = handOff(new BoardPlay());
    play.edit('T-1');
    expect(inWords(accepted(play.validate('T-1')).moves)).toEqual([
      'ticket:T-1 impl_complete > s3_rejected, rejected',
      'ticket:T-1 s3_rejected > in_progress, rejected',
      'gate:T-1 APPROVED > FAILED, rejected',
      'gate:T-1 FAILED > EXECUTING, retried',
    ]);
    expect(play.ticket('T-1').rejections).toMatchObject([{ why: 'STALE_EVIDENCE', points: [] }]);
    expect(play.ticket('T-1').closure).toMatchObject({ round: 0, run: 'none', lease: null });
  });

  test.each([
    [undefined, 'in_progress'],
    [1, 'in_progress'],
    [0, 's3_validating'],
  ])('%s of them not excused by a ticket closed since: %s', (movedCount, status) => {
    const play = handOff(new BoardPlay());
    play.edit('T-1');
    accepted(play.validate('T-1', { tree: movedCount === undefined ? {} : { movedCount } }));
    expect(play.ticket('T-1').status).toBe(status);
  });

  test('count at the last report, whatever they were before', () => {
    const play = validated(handOff(new BoardPlay()));
    const files = play.filesOf('T-1');
    play.edit('T-1');
    for (const check of checks.slice(0, 2)) accepted(play.report('T-1', check));
    expect(play.ticket('T-1').status).toBe('s3_validating');
    play.edit('T-1', files);
    accepted(play.report('T-1', 'validator'));
    expect(play.ticket('T-1').status).toBe('closed');
  });

  test('reject it at the last report although all three passed', () => {
    const play = validated(handOff(new BoardPlay()));
    for (const check of checks.slice(0, 2)) accepted(play.report('T-1', check));
    play.edit('T-1');
    accepted(play.report('T-1', 'validator'));
    expect(play.where('T-1')).toBe('in_progress EXECUTING');
    expect(play.ticket('T-1').rejections).toMatchObject([{ why: 'STALE_EVIDENCE', points: [] }]);
  });

  test('are those the architect looked at, or those there were when a person overrode the gate', () => {
    const play = handOff(new BoardPlay());
    expect(play.ticket('T-1').handOff).toMatchObject({ filesId: play.filesOf('T-1'), seq: play.journal.length });
    const forced = new BoardPlay();
    accepted(forced.start('T-1'));
    const files = forced.edit('T-1');
    forceOff(forced);
    expect(forced.ticket('T-1').handOff?.filesId).toBe(files);
    // Of a tree nobody could read nothing is known: whatever is there now is something else.
    const blind = new BoardPlay();
    accepted(blind.start('T-1'));
    accepted(blind.override('T-1', 'force', { facts: {} }));
    accepted(blind.validate('T-1'));
    expect(blind.ticket('T-1').status).toBe('in_progress');
  });

  test('an expired lease leaves the hand-off as it was', () => {
    const play = validated(handOff(new BoardPlay()));
    const { handOff: before } = play.ticket('T-1');
    accepted(play.later(1e9).expireLease('T-1'));
    expect(play.ticket('T-1').handOff).toEqual(before);
  });
});

describe('the closing run', () => {
  const mayPass = (play: BoardPlay) => play.report('T-1', 'validator').codes;
  const begun = () => {
    const play = handOff(new BoardPlay());
    accepted(play.validate('T-1'));
    return play;
  };

  test.each<[string, object, string[]]>([
    ['that passed on the files validated', {}, []],
    ['that failed', { passed: false }, ['EVIDENCE_TOO_WEAK']],
    ['on other files', { filesBefore: 'x', filesAfter: 'x' }, ['EVIDENCE_TOO_WEAK']],
    ['that changed them', { filesAfter: 'x' }, ['EVIDENCE_TOO_WEAK']],
    ['that was begun on others', { filesBefore: 'x' }, ['EVIDENCE_TOO_WEAK']],
  ])('%s', (_what, result, codes) => {
    const play = begun();
    expect(mayPass(play)).toEqual(['CLEAN_RUN_PENDING']);
    accepted(play.closingRan('T-1', result));
    expect(mayPass(play)).toEqual(codes);
  });

  test('is about the files validated, also where those differ from the hand-off', () => {
    const play = handOff(new BoardPlay());
    const files = play.edit('T-1');
    accepted(play.validate('T-1', { tree: { movedCount: 0 } }));
    expect(play.ticket('T-1').closure.filesId).toBe(files);
    accepted(play.closingRan('T-1'));
    expect(play.report('T-1', 'validator', { tree: { movedCount: 0 } }).codes).toEqual([]);
  });

  test('cut short is asked for again, and who owes it is known', () => {
    const play = begun();
    expect(play.ticket('T-1').closingHolder?.pid).toBe(4711);
    accepted(play.closingRan('T-1', { cutShort: 'killed', facts: { holder: { pid: 5, start: '2', boot: 'b' } } }));
    expect(play.ticket('T-1')).toMatchObject({ closingHolder: { pid: 5 }, closure: { run: 'running', runs: 2 } });
    expect(play.closingRan('T-1', { id: 1 }).codes).toEqual(['WRONG_STATUS']);
    accepted(play.closingRan('T-1'));
    expect(play.ticket('T-1').closingHolder).toBeNull();
    expect(play.closingRan('T-1').codes).toEqual(['WRONG_STATUS']);
  });

  test('of one round is not that of another', () => {
    const play = begun();
    accepted(play.later(1e9).expireLease('T-1'));
    expect(play.ticket('T-1').closingHolder).toBeNull();
    accepted(play.validate('T-1'));
    expect(play.closingRan('T-1', { id: 1 }).codes).toEqual(['WRONG_STATUS']);
    expect(mayPass(play)).toEqual(['CLEAN_RUN_PENDING']);
    accepted(play.closingRan('T-1', { id: 2 }));
    expect(mayPass(play)).toEqual([]);
  });

  test('is stood in for by a person, of an override', () => {
    const play = forceOff(new BoardPlay());
    accepted(play.validate('T-1'));
    accepted(play.closingRan('T-1', { passed: false }));
    expect(mayPass(play)).toEqual(['EVIDENCE_TOO_WEAK']);
    accepted(play.decide('T-1', 'accept'));
    expect(mayPass(play)).toEqual([]);
  });

  test('is counted with the other runs of the command on the tree', () => {
    const play = begun();
    accepted(play.closingRan('T-1', { passed: false }));
    expect(play.board.runsOf(`tree of ${play.filesOf('T-1')} npm test -- login`)).toEqual({ passed: 1, failed: 1 });
  });
});
