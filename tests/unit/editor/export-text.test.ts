import { expect, test } from 'vitest';
import type { ExportPreview } from '#editor/export-preview.ts';
import {
  choiceText,
  costText,
  lossText,
  missingText,
  outcomeText,
  placeText,
  progressText,
  receiptFileName,
  sizeOptions,
  sourceName,
} from '#features/export/export-text.ts';
import { shownExports } from '#features/export/shown-exports.ts';
import { planStrip, receiptStrip } from '#features/export/plan-strip.ts';
import { firstTexts, legendTexts, reasonRows, rowTexts } from '#features/export/plan-sentences.ts';
import { frameTime, rangeOfChoice, typedFrame, WHOLE_MOVIE } from '#features/export/range-times.ts';
import type { PlanSummary } from '#media/worker/client.ts';
import { moviePlan } from '#shared/movie/movie-plan.ts';
import { exportRow, planSummary, stretch } from '#tests/helpers/export-row.ts';
import { completeScene, projectRow } from '#tests/helpers/rows.ts';

type Stretch = PlanSummary['stretches'][number];

const copy = (sceneNumber: number, startFrame: number, frameCount: number): Stretch =>
  stretch('copy', sceneNumber, startFrame, frameCount);
const encode = (sceneNumber: number, startFrame: number, frameCount: number, ...reasons: Stretch['reasons']): Stretch =>
  stretch('encode', sceneNumber, startFrame, frameCount, reasons);

const plain = planSummary({
  ...{ sceneCount: 3, copiedScenes: 3, stretches: [copy(1, 0, 192), copy(2, 192, 192), copy(3, 384, 192)] },
  ...{ sizeBytes: 44_000_000, seconds: 0.4, sound: { ...planSummary().sound, copiedSeconds: 24 } },
});
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

const row = (preview: ExportPreview, isServerAble = false) => {
  const { work, time, file } = rowTexts({ preview, change: 'enlarged', isServerAble });
  return [work, time && read(time), file && read(file)];
};

test('a size says what happens to the scenes, how long it takes and how large the file gets', () => {
  expect(row(can(plain))).toEqual(['All 3 scenes copied', 'about 1 s', 'about 44 MB']);
  expect(row(can(mixed))).toEqual(['1 scene copied, 2 encoded', 'about 6 s', 'about 44 MB']);
  expect(row(can(encoded))).toEqual(['All 3 scenes enlarged and encoded', 'about 2 min', 'about 60 MB']);
  expect(row({ can: false, reason: 'No.' })).toEqual(['Your browser can’t write this size', null, null]);
  expect(row({ can: false, reason: 'No.' }, true)).toEqual(['Encoded on the server', null, null]);
  expect(row(can(null))).toEqual(['Some clips aren’t on this device yet', null, null]);
});

test('the first choice says “No loss” while something is copied, and what is encoded', () => {
  const first = (summary: PlanSummary) => {
    const { heading, work, file, isOriginal } = firstTexts(summary);
    return [read(heading), work, read(file), isOriginal];
  };
  expect(first(plain)).toEqual(['No loss · about 1 s', 'Copied, no re-encoding.', 'about 44 MB', true]);
  expect(first({ ...plain, keptCodec: 'HEVC' })[1]).toBe('Copied as HEVC, no re-encoding.');
  expect(first({ ...plain, sound: mixed.sound })[1]).toBe('Copied, no re-encoding. The sound is encoded.');
  expect(first({ ...mixed, sound: plain.sound })).toEqual([
    'No loss · about 6 s',
    'Encodes only scenes 2 and 3.',
    'about 44 MB',
    false,
  ]);
  const trimmed = { ...mixed, sound: plain.sound, stretches: [copy(1, 0, 192), encode(2, 192, 100, 'trim')] };
  expect(first(trimmed)[1]).toBe('Encodes only the scene you trimmed.');
  const many = {
    ...trimmed,
    sceneCount: 6,
    copiedScenes: 1,
    stretches: [copy(1, 0, 9), ...[2, 3, 4, 5, 6].map((number) => encode(number, number * 9, 9, 'overlay'))],
  };
  expect(first(many)[1]).toBe('Encodes 5 of 6 scenes.');
  expect(first(encoded)).toEqual(['As made · about 2 min', 'All 3 scenes encoded.', 'about 60 MB', false]);
});

test('the legend says how long each kind is, and why, where there is one reason', () => {
  expect(legendTexts(plain.stretches, 24)).toEqual({
    copied: 'Copied, identical to the clips · 0:24',
    encoded: null,
  });
  expect(legendTexts(mixed.stretches, 24).encoded).toBe('Encoded · 0:10');
  expect(legendTexts([copy(1, 0, 24), encode(2, 24, 168, 'trim')], 24).encoded).toBe(
    'Encoded, for the trim in scene 2 · 0:07',
  );
  expect(legendTexts([encode(1, 0, 12, 'range'), copy(1, 12, 12)], 24)).toEqual({
    copied: 'Copied, identical to the clips · 0.5 s',
    encoded: 'Encoded, for the cut in scene 1 · 0.5 s',
  });
  expect(legendTexts([encode(1, 0, 24, 'size')], 24).encoded).toBe('Encoded · 0:01');
});

test('the foot says what the chosen size costs', () => {
  const size = { width: 1280, height: 720 };
  const choice = { resolution: '1080p', format: 'mp4' } as const;
  expect(read(costText(size, choice, encoded))).toBe('1080p · about 2 min · about 60 MB');
  expect(read(costText(size, { ...choice, where: 'server' }, encoded))).toBe('1080p · about 60 MB');
  expect(read(costText(size, { ...choice, resolution: 'source' }, null))).toBe('As made (720p)');
  expect(lossText(size, choice, encoded)).toBe('Enlarging adds no detail.');
  expect(lossText(size, { ...choice, resolution: '480p' }, encoded)).toBe('Smaller pictures lose detail.');
  expect(lossText(size, { ...choice, resolution: 'source' }, mixed)).toBe('Encoding loses a little detail.');
  expect(lossText(size, { ...choice, resolution: 'source' }, plain)).toBeNull();
});

test('a number and its unit are not parted at the end of a line', () => {
  expect(firstTexts(plain).heading).toContain('about 1\u00a0s');
  expect(firstTexts(plain).file).toContain('44\u00a0MB');
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
  expect(planStrip(plan, mixed.stretches)[2]).toMatchObject({
    sceneNumber: 3,
    startFrame: 384,
    frameCount: 192,
    parts: [
      { kind: 'encode', startFrame: 384, frameCount: 48 },
      { kind: 'copy', startFrame: 432, frameCount: 144 },
    ],
  });
  expect(planStrip(plan, null)[1]?.parts).toEqual([{ kind: 'unknown', startFrame: 192, frameCount: 192 }]);
});

test('what two scenes share in a crossfade stands with the later one', () => {
  const fading = completeScene(1, { transition: { kind: 'crossfade', seconds: 1, sound: true } });
  const plan = moviePlan(projectRow(), [fading, completeScene(2)]);
  const strip = planStrip(plan, [copy(1, 0, 168), encode(1, 168, 24, 'transition'), copy(2, 192, 168)]);
  expect(strip[0]?.parts).toEqual([{ kind: 'copy', startFrame: 0, frameCount: 168 }]);
  expect(strip[1]?.parts.map(({ kind, frameCount }) => [kind, frameCount])).toEqual([
    ['encode', 24],
    ['copy', 168],
  ]);
});

test('the strip of a finished movie has its scenes as the receipt tells of them', () => {
  const told = mixed.stretches.map((one) => ({ ...one, sceneTitle: `S${one.sceneNumber}` }));
  expect(
    receiptStrip(told).map(({ title, startFrame, frameCount, parts }) => [title, startFrame, frameCount, parts.length]),
  ).toEqual([
    ['S1', 0, 192, 1],
    ['S2', 192, 192, 1],
    ['S3', 384, 192, 2],
  ]);
});

test('times of a part are typed in any usual form, and read to the frame', () => {
  const fps = { num: 24, den: 1 };
  expect(['12', '0:12', ' 0:12.5', '1:02', '0:12,25', ''].map((text) => typedFrame(text, fps))).toEqual([
    288,
    288,
    300,
    1488,
    294,
    null,
  ]);
  expect(['x', '-1', '1:2:3', '1:'].map((text) => typedFrame(text, fps))).toEqual([null, null, null, null]);
  expect([0, 1, 12, 288, 1500].map((frame) => frameTime(frame, fps))).toEqual([
    '0:00',
    '0:00.04',
    '0:00.5',
    '0:12',
    '1:02.5',
  ]);
  for (let frame = 0; frame < 3000; frame += 1) expect(typedFrame(frameTime(frame, fps), fps)).toBe(frame);
});

test('a part that is all of the movie is no part', () => {
  const plan = moviePlan(projectRow(), [completeScene(1), completeScene(2)]);
  expect(rangeOfChoice(plan, WHOLE_MOVIE)).toBeNull();
  expect(rangeOfChoice(plan, { kind: 'part', fromFrame: 0, toFrame: 384 })).toBeNull();
  expect(rangeOfChoice(plan, { kind: 'part', fromFrame: 24, toFrame: 999 })).toEqual({ fromFrame: 24, toFrame: 384 });
  const second = plan.scenes[1]?.sceneId ?? '';
  expect(rangeOfChoice(plan, { kind: 'scene', sceneId: second })).toEqual({ fromFrame: 192, toFrame: 384 });
  expect(rangeOfChoice(plan, { kind: 'scene', sceneId: 'gone' })).toBeNull();
});

test('sizes carry the specification’s figure of their format, and what becomes of the pictures', () => {
  const options = sizeOptions({ width: 720, height: 1280 }, 'webm');
  expect(sourceName({ width: 720, height: 1280 })).toBe('As made (720p)');
  expect(options.map(({ change }) => change)).toEqual(['enlarged', 'enlarged', 'encoded', 'reduced']);
  expect(options.map(({ name, size, bytes }) => [name, size, bytes])).toEqual([
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
  expect(placeText({ keptIn: 'server', fileName: 'Night.mp4' })).toBe('Kept on the server for 24 hours.');
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
