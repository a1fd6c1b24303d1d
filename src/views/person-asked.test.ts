import { BoardPlay } from '../testing/board-play.js';
import { checked, forceOff, handOff, validated } from '../testing/board-stories.js';
import { accepted } from '../testing/investigation.js';
import { personAsked } from './person-asked.js';

const askedOf = (play: BoardPlay) => personAsked(play.ticket('T-1'), play.journal);

function started(): BoardPlay {
  const play = new BoardPlay();
  accepted(play.start('T-1'));
  return play;
}

function asked(): BoardPlay {
  const play = started();
  accepted(play.escalate('T-1'));
  return play;
}

/** Until a person is asked, by nobody. */
function failing(play: BoardPlay): BoardPlay {
  while (play.ticket('T-1').gate.state !== 'ESCALATED') {
    play.edit('T-1');
    accepted(play.submit('T-1'));
    accepted(play.ran('T-1', { passed: false }));
  }
  return play;
}

const inWords = { question: 'What now?', tried: 'All of it.', by: 'solo e1 (claimed)' };

test('what was asked, in the words of who asked, as long as it waits for an answer', () => {
  expect(askedOf(started())).toBeNull();
  const play = asked();
  expect(askedOf(play)).toMatchObject({ why: 'somebody asked for one', asked: inWords });
  accepted(play.decide('T-1', 'investigate'));
  expect(askedOf(play)).toMatchObject({ why: 'a person looks into it', asked: inWords });
  const flagged = handOff(new BoardPlay());
  accepted(flagged.escalate('T-1'));
  expect(askedOf(flagged)).toMatchObject({ asked: inWords });
});

test('where nobody asked, why it waits; a question that was answered is not asked again', () => {
  expect(askedOf(failing(started()))).toEqual({ why: 'its retries are used up' });
  const again = asked();
  accepted(again.decide('T-1', 'retry'));
  expect(askedOf(again)).toBeNull();
  expect(askedOf(failing(again))).toEqual({ why: 'its retries are used up' });
  const forced = asked();
  expect(askedOf(checked(validated(forceOff(forced))))).toEqual({
    why: 'its gate was overridden and its checks have passed',
  });
});
