/** What is heard, on the timeline: volume, fades and joins of scenes, music and voice-overs; by pointer, keys, touch and files. */
import { beforeAll, expect, test } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import type { MovieAudio } from '#shared/entities/movie-audio.ts';
import { formatDuration } from '#shared/words/format.ts';
import { audioPiece, testId } from '#tests/helpers/rows.ts';
import { wavBytes } from '#tests/helpers/wav.ts';
import { hashOf } from './media-movie.ts';
import {
  block,
  boxOf,
  button,
  choose,
  fileInput,
  hand,
  keepFile,
  middleOf,
  openTimeline,
  playhead,
  saved,
  timelineOfTests,
  toasts,
  undoBy,
  until,
  valueOf,
} from './timeline-page.tsx';

timelineOfTests();

const RATE = 8_000;
const SECONDS = 24;
/** Two beats a second: the first a quarter of a second in. */
const [FIRST, GAP] = [0.25, 0.5];

const drums = new Blob([
  wavBytes(RATE, SECONDS, (at) => {
    const beat = FIRST + GAP * Math.floor((at / RATE - FIRST) / GAP);
    const n = at - Math.round(beat * RATE);
    return at / RATE < FIRST || n < 0 || n >= RATE / 10 ? 0 : 28_000 * Math.exp(-n / 200) * Math.sin(n / 3);
  }),
]);
let mediaId = '';
beforeAll(async () => {
  mediaId = await hashOf(drums);
});

/** Music from 1 s on, and a voice-over. */
async function openSound(music: Partial<MovieAudio> = {}): Promise<void> {
  await keepFile(drums, mediaId);
  const piece = audioPiece({ mediaId, outSeconds: SECONDS, startSeconds: 1 });
  const voice = audioPiece({ id: testId(701), mediaId, kind: 'voice', name: 'Take 2', startSeconds: 6, outSeconds: 4 });
  await openTimeline({ project: { audio: [{ ...piece, ...music }, voice] } });
  await expect.element(musicChip()).toBeVisible();
}

const lane = (name: 'Music lane' | 'Voice-over lane'): Locator => page.getByRole('group', { name, exact: true });
const musicChip = (): Locator =>
  lane('Music lane')
    .getByRole('button', { name: /^Music “Harbor at night”/ })
    .first();
const voiceChip = (): Locator => lane('Voice-over lane').getByRole('button', { name: /^Voice-over “Take 2”/ });
const inspector = (): Locator => page.getByRole('region', { name: 'Music', exact: true });
const sound = (): Locator => page.getByRole('region', { name: 'Sound', exact: true });
const join = (): Locator => page.getByRole('region', { name: 'Join of scenes 1 and 2', exact: true });
const music = async (): Promise<MovieAudio[]> => (await saved.audio()).filter(({ kind }) => kind === 'music');
const startOf = async (kind: MovieAudio['kind']): Promise<number> =>
  (await saved.audio()).find((piece) => piece.kind === kind)?.startSeconds ?? 0;
const undo = (): Promise<void> => hand.press('ControlOrMeta+z');

test('volume, mute, and fades of a scene are saved as they are let go, and undone', async () => {
  await openTimeline();
  await choose(1);
  const volume = sound().getByLabelText('Volume', { exact: true });
  await expect.element(volume).toBeVisible();
  hand.focus(volume);
  await hand.press('End');
  await expect.element(volume).toHaveAttribute('aria-valuetext', '+12 dB');
  await expect.element(sound()).not.toHaveTextContent('preview');
  await hand.press('Home');
  await expect.element(volume).toHaveAttribute('aria-valuetext', 'Silent');
  await sound().getByLabelText('Mute', { exact: true }).click();
  await expect.element(volume).toBeDisabled();
  await sound().getByLabelText('Fade in', { exact: true }).fill('1.5');
  await hand.press('Enter');
  await sound().getByLabelText('Fade out', { exact: true }).fill('900');
  await hand.press('Enter');
  await expect
    .poll(() => saved.scene(1))
    .toMatchObject({ gainDb: -60, muted: true, fadeInSeconds: 1.5, fadeOutSeconds: 60 });
  hand.focus(block(1));
  await hand.press(...Array.from({ length: 4 }, () => 'ControlOrMeta+z'));
  await expect
    .poll(() => saved.scene(1))
    .toMatchObject({ gainDb: 12, muted: false, fadeInSeconds: 0, fadeOutSeconds: 0 });
});

test('a crossfade makes the movie shorter everywhere, goes to all joins, and comes off again', async () => {
  await openTimeline();
  await choose(1);
  // No scene of 8 s gives up more than half of itself.
  const expectLength = async (seconds: number): Promise<void> => {
    await expect.element(page.getByRole('banner')).toHaveTextContent(`4 scenes · ${formatDuration(seconds)}`);
  };
  await expectLength(32);
  await join().getByRole('radio', { name: 'Crossfade' }).click();
  const length = join().getByLabelText('Length', { exact: true });
  await expect.element(length).toBeVisible();
  hand.focus(length);
  await hand.press('End');
  await expect.element(length).toHaveAttribute('aria-valuetext', '4.0 s');
  await expect.element(join()).toHaveTextContent('The movie gets 4.0 s shorter.');
  await expectLength(28);
  await join().getByLabelText('Crossfade the sound', { exact: true }).click();
  await join().getByRole('button', { name: 'Apply to all joins' }).click();
  await expectLength(20);
  expect((await saved.scene(3))?.transition).toEqual({ kind: 'crossfade', seconds: 4, sound: false });
  expect((await saved.scene(4))?.transition).toBeNull();
  expect((await saved.project())?.totalDuration).toBe(20);
  hand.focus(block(1));
  await undo();
  await expectLength(28);
  expect((await saved.scene(3))?.transition).toBeNull();
});

test('a join is chosen on the strip, shows what meets in it, and is dragged to another length', async () => {
  await openTimeline();
  const handle = button(/^Join of scenes 1 and 2: /);
  await handle.click();
  await expect.element(handle).toHaveAttribute('aria-pressed', 'true');
  const panel = page.getByRole('region', { name: 'Selected join' });
  await expect.element(panel).toHaveTextContent('Scenes 1 and 2');
  await expect.poll(() => panel.element().querySelectorAll('i[style*="blob:"]')).toHaveLength(2);
  await expect.element(handle).toHaveAccessibleName('Join of scenes 1 and 2: Cut');
  await join().getByRole('radio', { name: 'Crossfade' }).click();
  await expect.element(handle).toHaveAccessibleName('Join of scenes 1 and 2: Crossfade, 1.0 s');
  const edge = page.getByTitle('Drag to change the length');
  const [{ x, y, width, height }, disc] = [await boxOf(edge), await middleOf(handle)];
  const from = { x: x + width / 2, y: y + height - 6 };
  await hand.hold(from, { x: 2 * from.x - disc.x, y: from.y });
  await expect.element(edge).toHaveTextContent('2.0 s');
  await hand.letGo();
  await expect.poll(async () => (await saved.scene(1))?.transition?.seconds).toBeCloseTo(2, 0);
  // What was done last is undone, and done again, beside the tools.
  const tools = page.getByRole('toolbar', { name: 'Timeline tools' });
  await tools.getByRole('button', { name: 'Undo Change the join of scenes 1 and 2' }).click();
  await expect.element(handle).toHaveAccessibleName('Join of scenes 1 and 2: Crossfade, 1.0 s');
  await tools.getByRole('button', { name: 'Redo Change the join of scenes 1 and 2' }).click();
  await expect.element(handle).toHaveAccessibleName('Join of scenes 1 and 2: Crossfade, 2.0 s');
  await choose(2);
  await expect.poll(() => panel.elements()).toEqual([]);
});

test('leveling is a matter of the whole movie', async () => {
  await openTimeline();
  await choose(1);
  await expect.element(sound()).toHaveTextContent(/Loudness −\d+\.\d LUFS/);
  await page.getByRole('toolbar', { name: 'Timeline tools' }).getByLabelText('Level all to −16 LUFS').click();
  await expect.element(sound()).toHaveTextContent(/Loudness −\d+\.\d LUFS, leveled by [+−]?[\d.]+ dB/);
  await expect.element(sound()).not.toHaveTextContent('preview');
  await expect.poll(async () => (await saved.project())?.levelling).toBe(true);
});

test('both lanes show their pieces, with the wave, the beats, the gain, and what is done to it; a lane folds', async () => {
  await openSound({ gainDb: -9, duckDb: 8, fadeInSeconds: 1.5 });
  await expect.element(musicChip()).toHaveTextContent('Harbor at night · −9 dB, ducks 8 dB under speech');
  await expect.element(voiceChip()).toBeVisible();
  const drawn = (of: 'Music lane' | 'Voice-over lane'): Element[] => [...lane(of).element().querySelectorAll('svg')];
  await expect.poll(() => drawn('Music lane')).toHaveLength(3);
  const marks = drawn('Music lane').at(-1)?.querySelector('path')?.getAttribute('d');
  expect(marks?.match(/M/g)?.length).toBeGreaterThan(10);
  // A voice-over has no beats.
  await expect.poll(() => drawn('Voice-over lane')).toHaveLength(2);
  expect((await boxOf(lane('Music lane'))).height).toBe(40);
  expect((await boxOf(lane('Voice-over lane'))).height).toBe(32);
  await button('Fold voice').click();
  await expect.poll(async () => (await boxOf(lane('Voice-over lane'))).height).toBe(24);
  await button('Mute all music').click();
  await expect.poll(async () => (await music()).map(({ muted }) => muted)).toEqual([true]);
});

test('a piece is dragged along the movie and by its fades, saved on release, and undone', async () => {
  await openSound({ outSeconds: 12, fadeInSeconds: 1.5 });
  const from = await middleOf(musicChip());
  await hand.hold(from, { x: from.x + 90, y: from.y });
  expect(await startOf('music')).toBe(1);
  await hand.letGo();
  await expect.poll(() => startOf('music')).toBeGreaterThan(1.5);
  await expect.element(inspector()).toBeVisible();
  await button(/^Undo/).first().click();
  await expect.poll(() => startOf('music')).toBe(1);
  const grip = lane('Music lane').element().querySelector('[data-grip="fade-in"]')?.getBoundingClientRect();
  if (!grip) throw new Error('There is no handle.');
  await hand.drag({ x: grip.x + 4, y: grip.y + 4 }, { x: grip.x + 64, y: grip.y + 4 });
  await expect.poll(async () => (await music())[0]?.fadeInSeconds).toBeGreaterThan(1.6);
});

test('a finger drags a piece that is selected, which is saved and undone in one step', async () => {
  await openSound({ outSeconds: 12 });
  await musicChip().click();
  await expect.element(inspector()).toBeVisible();
  const { x, y } = await middleOf(musicChip());
  await hand.swipe([0, 10, 25, 45, 70, 90].map((by) => [{ x: x + by, y }]));
  await expect.poll(() => startOf('music')).toBeGreaterThan(1.5);
  await undo();
  await expect.poll(() => startOf('music')).toBe(1);
});

test('by keys a piece is moved, duplicated, and deleted', async () => {
  await openSound({ outSeconds: 8 });
  hand.focus(musicChip());
  await hand.press('Shift+ArrowRight');
  await expect.poll(() => startOf('music')).toBe(2);
  await hand.press('ControlOrMeta+d');
  await expect.poll(music).toHaveLength(2);
  await hand.press('Delete');
  await expect.element(page.getByText('“Harbor at night” deleted')).toBeVisible();
  expect(await music()).toHaveLength(1);
  hand.focus(musicChip());
  await undo();
  await expect.poll(music).toHaveLength(2);
});

test('by keys it is split and trimmed at the playhead, and beside it nothing is trimmed', async () => {
  await openSound({ startSeconds: 2, outSeconds: 12 });
  const parts = async (): Promise<number[][]> =>
    (await music()).map(({ startSeconds, inSeconds, outSeconds }) => [startSeconds, inSeconds, outSeconds]);
  const pressOn = async (key: string): Promise<void> => {
    hand.focus(musicChip());
    await hand.press(key);
  };
  await pressOn(']');
  await until.told('Move the playhead into the piece to trim it.');
  await pressOn('s');
  await until.told('Move the playhead into the piece to split it.');
  expect(await parts()).toEqual([[2, 0, 12]]);
  hand.focus(playhead());
  await hand.press(...Array.from({ length: 5 }, () => 'Shift+ArrowRight'));
  const at = Number(valueOf(playhead())) / 24;
  expect(at).toBeGreaterThan(2.5);
  await pressOn('s');
  await expect.poll(parts).toEqual([
    [2, 0, expect.closeTo(at - 2, 3)],
    [expect.closeTo(at, 3), expect.closeTo(at - 2, 3), 12],
  ]);
  await undo();
  await expect.poll(parts).toEqual([[2, 0, 12]]);
  await pressOn('[');
  await expect.poll(async () => (await parts())[0]?.[1]).toBeCloseTo(at - 2, 2);
});

test('the inspector changes volume, loop, and ducking at once', async () => {
  await openSound({ outSeconds: 12 });
  await musicChip().click();
  await inspector().getByLabelText('Loop', { exact: true }).click();
  await expect.poll(async () => (await music())[0]?.loop).toBe(true);
  hand.focus(inspector().getByLabelText('Volume', { exact: true }));
  await hand.press('End');
  await expect.poll(async () => (await music())[0]?.gainDb).toBe(12);
  await expect.element(musicChip()).toHaveTextContent('loops');
});

/** How far a moment of the movie is from the nearest beat, in seconds. */
const fromBeat = (at: number): number => Math.abs(at - FIRST - GAP * Math.round((at - FIRST) / GAP));

test('a piece that is dragged near a beat begins on it', async () => {
  await openSound({ startSeconds: 0 });
  await expect.poll(() => lane('Music lane').element().querySelectorAll('svg')).toHaveLength(3);
  const perSecond = (await boxOf(musicChip())).width / SECONDS;
  const from = await middleOf(voiceChip());
  // From 6 s to a little before the beat at 9.25 s.
  await hand.hold(from, { x: from.x + perSecond * 3.25 - 2, y: from.y });
  await expect.element(page.getByText('a beat of “Harbor at night”')).toBeVisible();
  await hand.letGo();
  await expect.poll(() => startOf('voice')).toBeGreaterThan(8);
  const start = await startOf('voice');
  expect(Math.min(fromBeat(start), fromBeat(start + 4))).toBeLessThan(0.025);
});

test('the end of a scene that is dragged near a beat cuts on it', async () => {
  await openSound({ startSeconds: 0 });
  await choose(1);
  await expect.poll(() => lane('Music lane').element().querySelectorAll('svg')).toHaveLength(3);
  const perSecond = (await boxOf(musicChip())).width / SECONDS;
  await expect.poll(() => document.querySelector('[data-edge="end"][data-current="true"]')).not.toBeNull();
  const end =
    document.querySelector('[data-edge="end"][data-current="true"]')?.getBoundingClientRect() ?? new DOMRect();
  const from = { x: end.x + end.width / 2, y: end.y + end.height / 2 };
  await hand.hold(from);
  let seen = '';
  for (let by = 4; by < perSecond * 2 && !seen.includes('beat'); by += 3) {
    await hand.do([{ move: { x: from.x - by, y: from.y } }]);
    seen = page.getByText('snapped to').elements()[0]?.textContent ?? '';
  }
  expect(seen).toContain('a beat of “Harbor at night”');
  await hand.letGo();
  await expect.poll(async () => (await saved.scene(1))?.trimEnd).not.toBeNull();
  // Within a window of the measured sound and half a frame.
  expect(fromBeat((await saved.scene(1))?.trimEnd ?? 0)).toBeLessThan(0.045);
});

/** A sound of its own: the same bytes would be one file, by its first name. */
const soundFile = (name: string): File =>
  new File([wavBytes(RATE, 1, (at) => 9_000 * Math.sin((at * (name.length + name.charCodeAt(0))) / 400))], name, {
    type: 'audio/wav',
  });

test('music is added from a file at the playhead, and undone by its notice', async () => {
  await openTimeline();
  await expect.element(button('Add music')).toBeVisible();
  await fileInput('audio').upload(soundFile('Glass waltz.wav'));
  await expect.element(lane('Music lane').getByRole('button', { name: /^Music “Glass waltz”/ })).toBeVisible();
  expect(await music()).toMatchObject([{ kind: 'music', name: 'Glass waltz', outSeconds: 1, duckDb: 8 }]);
  await undoBy('Music added');
  await expect.poll(music).toEqual([]);
});

test('lanes without anything say what they are for, and a voice comes from a file', async () => {
  await openTimeline({ size: { width: 1280, height: 900 } });
  await expect.element(lane('Music lane')).toHaveTextContent('Drop music here');
  await expect.element(lane('Voice-over lane')).toHaveTextContent('Record a voice-over, or drop one here');
  await button('Record voice').first().click();
  const panel = page.getByRole('region', { name: 'Record voice-over' });
  await expect.element(panel).toHaveTextContent('Wear headphones');
  const [record, check] = await Promise.all(
    ['Record', 'Check microphone'].map((name) => boxOf(panel.getByRole('button', { name, exact: true }))),
  );
  expect([check?.y, check?.height]).toEqual([record?.y, record?.height]);
  await until.seen(panel.getByRole('button', { name: 'Choose a file' }));
  await fileInput('audio', panel.element()).upload(soundFile('Narrator.wav'));
  await until.seen(lane('Voice-over lane').getByRole('button', { name: /^Voice-over “Narrator”/ }));
});

/** Drops files as somebody does who has dragged them over the page first. */
async function drop(target: Locator | HTMLElement, names: readonly string[]): Promise<void> {
  const dataTransfer = new DataTransfer();
  for (const name of names) dataTransfer.items.add(soundFile(name));
  const element = target instanceof HTMLElement ? target : target.element();
  const send = (type: string, to: Element): boolean =>
    to.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  // A lane without anything shows up while files are held over the page.
  await expect
    .poll(() => {
      send('dragenter', document.body);
      return document.querySelector('[data-wanted="true"]');
    })
    .not.toBeNull();
  // Whoever takes files says so while they are held over it.
  await expect.poll(() => send('dragover', element)).toBe(false);
  send('drop', element);
}

test('sound files that are dropped become voice-overs on and beside their lane, and music elsewhere', async () => {
  await openTimeline({ size: { width: 1280, height: 900 } });
  await expect.element(lane('Voice-over lane')).toBeVisible();
  const added: string[] = [];
  const expectAdded = async (...names: string[]): Promise<void> => {
    added.push(...names);
    const places = async () => (await saved.audio()).map(({ kind, name }) => `${kind} ${name}`).toSorted();
    await expect.poll(places).toEqual(added.toSorted());
  };
  await drop(button(/^(Fold|Unfold) voice$/), ['Beside.wav']);
  await expectAdded('voice Beside');
  await drop(lane('Voice-over lane'), ['On.wav']);
  await expectAdded('voice On');
  await drop(lane('Music lane'), ['One.wav', 'Two.wav', 'Three.wav']);
  await expect.element(toasts().getByText('3 pieces of music added')).toBeVisible();
  await expectAdded('music One', 'music Two', 'music Three');
  const lanes = document.querySelector<HTMLElement>('[data-lanes]');
  if (!lanes) throw new Error('There are no lanes.');
  await drop(lanes, ['Elsewhere.wav']);
  await expectAdded('music Elsewhere');
});
