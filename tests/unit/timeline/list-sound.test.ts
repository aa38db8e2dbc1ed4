/** Music and voice-overs in the list: their rows, the keys that lead to them, and what is said when they change. */
import { expect, test } from 'vitest';
import { listGroups, listRows } from '#features/timeline/list/list-items.ts';
import { soundDetails } from '#features/timeline/list/list-words.ts';
import { rowAfterKey } from '#features/timeline/list/row-after-key.ts';
import { soundItems } from '#features/timeline/list/sound-items.ts';
import { spokenSound } from '#features/timeline/list/spoken-sound.ts';
import { timelineView } from '#features/timeline/strip/timeline-view.ts';
import type { MovieAudio } from '#shared/entities/movie-audio.ts';
import { audioPiece, completeScene, projectRow, testId } from '#tests/helpers/rows.ts';

const piece = (number: number, fields: Partial<MovieAudio> = {}): MovieAudio =>
  audioPiece({ id: testId(700 + number), name: `Song ${number}`, outSeconds: 12, ...fields });
const bounds = () => ({ movieSeconds: 16, fileSeconds: 12 });
const itemsOf = (pieces: readonly MovieAudio[]) => soundItems(pieces, bounds);

test('pieces stand behind the scenes in the order of time, with what is heard of them', () => {
  const view = timelineView(projectRow(), [completeScene(1), completeScene(2)]);
  const sounds = itemsOf([piece(1, { startSeconds: 10 }), piece(2, { duckDb: 8 }), piece(3, { startSeconds: 20 })]);
  const rows = listRows(listGroups(view), new Set(), sounds);
  expect(rows.map(({ kind }) => kind)).toEqual(['scene', 'join', 'scene', 'sound', 'sound', 'sound']);
  expect(sounds.map((item) => [item.piece.name, item.seconds, soundDetails(item)])).toEqual([
    ['Song 2', 12, 'Music, ducks 8 dB under speech'],
    ['Song 1', 6, 'Music'],
    ['Song 3', 0, 'Starts after the movie ends'],
  ]);
});

test('keys lead to the pieces and back', () => {
  const view = timelineView(projectRow(), [completeScene(1), completeScene(2)]);
  const rows = listRows(listGroups(view), new Set(), itemsOf([piece(1), piece(2, { startSeconds: 3 })]));
  const [first, , second, one, other] = rows;
  if (!first || !second || !one || !other) throw new Error('Rows are missing.');
  expect(rowAfterKey(rows, second, 'ArrowDown')).toBe(one);
  expect(rowAfterKey(rows, second, 'PageDown')).toBe(one);
  expect(rowAfterKey(rows, one, 'PageUp')).toBe(second);
  expect(rowAfterKey(rows, one, 'ArrowLeft')).toBe(one);
  expect(rowAfterKey(rows, one, 'ArrowRight')).toBe(one);
  expect(rowAfterKey(rows, first, 'End')).toBe(other);
  expect(rowAfterKey(rows, other, 'after-removal')).toBe(one);
  expect(rowAfterKey(rows, one, 'after-removal')).toBe(other);
});

test('each kind of change has its sentence', () => {
  const now = piece(1, { startSeconds: 4 });
  const said = (fields: Partial<MovieAudio>): string | null => spokenSound([now], [{ ...now, ...fields }]);
  expect(spokenSound([now], [now])).toBeNull();
  expect(spokenSound([], [now])).toBe('“Song 1” added at 0:04.0');
  expect(spokenSound([now], [])).toBe('“Song 1” deleted');
  expect(said({ startSeconds: 5.5 })).toBe('“Song 1” now starts at 0:05.5');
  expect(said({ inSeconds: 2, startSeconds: 6 })).toBe('“Song 1” now plays from 0:02.0 to 0:12.0 of its file');
  expect(said({ muted: true })).toBe('“Song 1” is muted');
  expect(said({ gainDb: -6 })).toBe('The volume of “Song 1” is now −6 dB');
  expect(said({ loop: true })).toBe('“Song 1” loops');
  expect(said({ duckDb: 8 })).toBe('“Song 1” now ducks 8 dB under speech');
  expect(said({ fadeInSeconds: 1.5, fadeOutSeconds: 0 })).toBe('“Song 1” now fades in for 1.5 and out for 0.0 seconds');
  expect(said({ name: 'Other' })).toBe('“Other” changed');
});
