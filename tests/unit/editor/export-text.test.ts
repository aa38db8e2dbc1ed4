import { expect, test } from 'vitest';
import {
  choiceText,
  missingText,
  outcomeText,
  placeText,
  progressText,
  receiptFileName,
  shownExports,
  sizeOptions,
} from '#features/export/export-text.ts';
import { stripParts } from '#features/export/plan-strip.ts';
import { planSentence, reasonRows, rowText } from '#features/export/plan-sentences.ts';
import type { PlanSummary } from '#media/worker/client.ts';
import { moviePlan } from '#shared/movie/movie-plan.ts';
import { exportRow } from '#tests/helpers/export-row.ts';
import { completeScene, projectRow } from '#tests/helpers/rows.ts';

type Stretch = PlanSummary['stretches'][number];

const copy = (sceneNumber: number, startFrame: number, frameCount: number): Stretch => ({
  sceneNumber,
  kind: 'copy',
  startFrame,
  frameCount,
  reasons: [],
});
const encode = (sceneNumber: number, startFrame: number, frameCount: number, ...reasons: Stretch['reasons']) => ({
  ...copy(sceneNumber, startFrame, frameCount),
  kind: 'encode' as const,
  reasons,
});

const plain: PlanSummary = {
  sceneCount: 3,
  copiedScenes: 3,
  stretches: [copy(1, 0, 192), copy(2, 192, 192), copy(3, 384, 192)],
  encodedSeconds: 0,
  sound: { copiedSeconds: 24, encodedSeconds: 0, reasons: [], silentSeconds: 0, silentReasons: [] },
  sizeBytes: 44_000_000,
  workBytes: 0,
  seconds: 0.4,
  leftOutSound: [],
  reducedColor: [],
  losesCredentials: false,
  keptCodec: null,
};
const mixed: PlanSummary = {
  ...plain,
  copiedScenes: 1,
  stretches: [
    copy(1, 0, 192),
    encode(2, 192, 192, 'trim', 'overlay'),
    encode(3, 384, 48, 'overlay'),
    copy(3, 432, 144),
  ],
  encodedSeconds: 10,
  sound: { copiedSeconds: 16, encodedSeconds: 8, reasons: ['volume'], silentSeconds: 0, silentReasons: [] },
  seconds: 5.6,
};
const encoded: PlanSummary = {
  ...plain,
  copiedScenes: 0,
  stretches: [1, 2, 3].map((number, index) => encode(number, index * 192, 192, 'size')),
  encodedSeconds: 24,
  seconds: 125,
  sizeBytes: 60_000_000,
};
/** Without the marks that keep a number and its unit on one line. */
const read = (text: string): string => text.replaceAll('\u00a0', ' ');
const can = (summary: PlanSummary | null) => ({ can: true, summary }) as const;

test('a size says what of the movie is copied, how long it takes and how large it gets', () => {
  expect(read(rowText(can(plain)))).toBe('copied, no loss, about 1 s · 44 MB');
  expect(read(rowText(can(mixed)))).toBe('1 of 3 copied, 10 s encoded, about 6 s · 44 MB');
  expect(read(rowText(can(encoded)))).toBe('all encoded, about 2 min · 60 MB');
  expect(read(rowText(can({ ...plain, sound: mixed.sound })))).toBe('video copied, no loss, about 1 s · 44 MB');
  expect(read(rowText({ can: false, reason: 'No.' }))).toBe('Your browser can’t write this size');
  expect(read(rowText(can(null)))).toBe('Some clips aren’t on this device yet');
});

test('the plan is one sentence', () => {
  expect(read(planSentence(plain))).toBe('Copied, no loss · about 44 MB · about 1 s · in this browser');
  expect(read(planSentence(mixed))).toBe(
    '1 of 3 scenes copied, 10 s encoded · about 44 MB · about 6 s · in this browser',
  );
});

test('a number and its unit are not parted at the end of a line', () => {
  expect(planSentence(plain)).toContain('44\u00a0MB · about 1\u00a0s');
});

test('every encoded scene has its reasons, and the sound too', () => {
  expect(reasonRows(mixed, 24)).toEqual([
    { about: 'Scene 2', why: 'trimmed, text' },
    { about: 'Scene 3', why: 'text (2 s encoded, the rest copied)' },
    { about: 'Sound', why: 'volume (8 s encoded, the rest copied)' },
  ]);
  expect(reasonRows(encoded, 24)).toEqual([
    { about: 'All scenes', why: 'different size' },
    { about: 'Sound', why: 'copied' },
  ]);
  expect(reasonRows(plain, 24)[0]).toEqual({ about: 'Video', why: 'copied' });
  expect(
    reasonRows(
      { ...encoded, sound: { copiedSeconds: 0, encodedSeconds: 0, reasons: [], silentSeconds: 0, silentReasons: [] } },
      24,
    ),
  ).toHaveLength(1);
});

test('the strip is parted to the frame, and covers every scene once', () => {
  const plan = moviePlan(
    projectRow(),
    [1, 2, 3].map((number) => completeScene(number)),
  );
  expect(stripParts(plan, 2, mixed)).toEqual([
    { kind: 'encode', startFrame: 384, frameCount: 48 },
    { kind: 'copy', startFrame: 432, frameCount: 144 },
  ]);
  expect(stripParts(plan, 1, null)).toEqual([{ kind: 'unknown', startFrame: 192, frameCount: 192 }]);
});

test('what two scenes share in a crossfade stands with the later one', () => {
  const fading = completeScene(1, { transition: { kind: 'crossfade', seconds: 1 } });
  const plan = moviePlan(projectRow(), [fading, completeScene(2)]);
  const summary = {
    ...mixed,
    stretches: [copy(1, 0, 168), encode(1, 168, 24, 'transition'), copy(2, 192, 168)],
  };
  expect(stripParts(plan, 0, summary)).toEqual([{ kind: 'copy', startFrame: 0, frameCount: 168 }]);
  expect(stripParts(plan, 1, summary).map(({ kind, frameCount }) => [kind, frameCount])).toEqual([
    ['encode', 24],
    ['copy', 168],
  ]);
});

test('sizes carry the specification’s figure of their format; the clips’ own size has none', () => {
  const options = sizeOptions({ width: 720, height: 1280 }, 'webm');
  expect(options.map(({ name, size, bytes }) => [name, size, bytes])).toEqual([
    ['As made (720p)', '720 × 1280', null],
    ['4K', '2160 × 3840', 'up to about 400 MB'],
    ['1080p', '1080 × 1920', 'up to about 120 MB'],
    ['720p', '720 × 1280', 'up to about 60 MB'],
    ['480p', '480 × 854', 'up to about 30 MB'],
  ]);
});

test('the card says what was done and where the movie is', () => {
  expect(outcomeText({ copiedScenes: 12, encodedScenes: 3, frameCount: 1 })).toBe(
    '12 scenes copied, 3 encoded, checked',
  );
  expect(outcomeText({ copiedScenes: 1, encodedScenes: 0, frameCount: 1 })).toBe('1 scene copied, checked');
  expect(outcomeText({ copiedScenes: 0, encodedScenes: 4, frameCount: 1 })).toBe('4 scenes encoded, checked');
  expect(outcomeText(null)).toBeNull();
  expect(placeText({ keptIn: 'chosen-file', fileName: 'Night.mp4' })).toBe('Saved to Night.mp4');
  expect(placeText({ keptIn: 'device', fileName: 'Night.mp4' })).toBeNull();
  expect(progressText(exportRow(1, { progress: 58, secondsLeft: 2.2 }), 3)).toBe('58% · 0:03 elapsed, about 2 s left');
  expect(progressText(exportRow(1, { progress: 4, secondsLeft: 449 }), 63)).toBe('4% · 1:03 elapsed, about 7 min left');
  expect(progressText(exportRow(1, { progress: 0, secondsLeft: null }), 0)).toBe('0% · 0:00 elapsed');
  expect(choiceText(exportRow(1, { resolution: 'source', format: 'webm' }))).toBe('As made · WebM');
  expect(receiptFileName('Sea: a story')).toBe('Sea--a-story-receipt.json');
  expect(missingText([2, 5, 7])).toBe('Scenes 2, 5, and 7 have no clip yet and won’t be in the movie.');
  expect(missingText([4])).toBe('Scene 4 has no clip yet and won’t be in the movie.');
  expect(missingText([])).toBeNull();
});

test('the card shows the export at work, those behind it in their order, and the newest that has ended', () => {
  const rows = [
    exportRow(5, { status: 'pending' }),
    exportRow(4, { status: 'pending' }),
    exportRow(3),
    exportRow(2, { status: 'failed' }),
    exportRow(1, { status: 'complete' }),
  ];
  const { running, waiting, ended } = shownExports(rows);
  expect([running?.createdAt, waiting.map((row) => row.createdAt), ended?.createdAt]).toEqual([3, [4, 5], 2]);
  expect(shownExports([])).toEqual({ running: null, waiting: [], ended: null });
});
