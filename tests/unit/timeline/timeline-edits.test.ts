import { expect, test } from 'vitest';
import {
  downloadableScenes,
  downloadAll,
  downloadNotice,
  type DownloadDeps,
  type DownloadProgress,
} from '#features/timeline/downloads/download-all.ts';
import { isHiddenByTrim, trimSummary } from '#features/timeline/inspector/inspector-words.ts';
import { formTime, longestTime, newOverlay, percentInFrame, withOverlay } from '#editor/overlay-form.ts';
import { draftProblem, rowsAsDrafted, rowsToPlay, type TimelineMode } from '#editor/timeline-mode.ts';
import { dragEdge, frameOfSeconds, moveEdge, trimDraftOf, trimOf } from '#editor/trim-draft.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { textOverlaySchema, type TextOverlay } from '#shared/entities/text-overlay.ts';
import { moviePlan, type PlanScene } from '#shared/movie/movie-plan.ts';
import { playedFrames } from '#shared/rules/trims.ts';
import { completeScene, projectRow, sceneRow, testId, textOverlay } from '#tests/helpers/rows.ts';

const planned = (fields: Partial<Scene> = {}): PlanScene => {
  const [scene] = moviePlan(projectRow(), [completeScene(1, fields)]).scenes;
  if (!scene) throw new Error('The scene has a clip');
  return scene;
};
const { clip } = planned();

test('trimming begins at the scene’s own points, else at the ends of the clip', () => {
  expect(trimDraftOf(completeScene(1), clip)).toEqual({ sceneId: testId(101), inFrame: 0, outFrame: 192 });
  expect(trimDraftOf(completeScene(1, { trimStart: 1, trimEnd: 3.01 }), clip)).toMatchObject({
    inFrame: 24,
    outFrame: 73,
  });
});

test('every pair of frames is stored so that just these frames are played', () => {
  for (let inFrame = 0; inFrame < 192; inFrame += 5) {
    for (let outFrame = inFrame + 1; outFrame <= 192; outFrame += 7) {
      const { trimStart, trimEnd } = trimOf({ sceneId: '', inFrame, outFrame }, clip);
      expect(playedFrames(192, clip.fps, trimStart, trimEnd)).toEqual({ start: inFrame, end: outFrame });
    }
  }
  expect(trimOf({ sceneId: '', inFrame: 0, outFrame: 192 }, clip)).toEqual({ trimStart: null, trimEnd: null });
});

test('a point that would pass the other is refused with its own sentence, and changes nothing', () => {
  const draft = { sceneId: '', inFrame: 48, outFrame: 96 };
  expect(moveEdge(draft, 'start', 96, clip)).toEqual({
    draft,
    problem: { title: 'Invalid trim point', message: 'Start point must be before end point' },
  });
  expect(moveEdge(draft, 'end', 48, clip).problem).toEqual({
    title: 'Invalid trim point',
    message: 'End point must be after start point',
  });
  expect(moveEdge(draft, 'end', 500, clip)).toEqual({ draft: { ...draft, outFrame: 192 }, problem: null });
});

test('a handle stops one frame from the other', () => {
  const draft = { sceneId: '', inFrame: 48, outFrame: 96 };
  expect(dragEdge(draft, 'start', 150, clip)).toMatchObject({ inFrame: 95, outFrame: 96 });
  expect(dragEdge(draft, 'end', -4, clip)).toMatchObject({ inFrame: 48, outFrame: 49 });
  expect(frameOfSeconds(2.5, clip)).toBe(60);
});

test('a scene that is trimmed is drawn as it will be and played as a whole', () => {
  const rows = [{ ...completeScene(1, { trimStart: 1 }), rev: 1 }];
  const mode: TimelineMode = { kind: 'trim', draft: { sceneId: testId(101), inFrame: 48, outFrame: 192 }, clip };
  const drafted = rowsAsDrafted(rows, mode);
  expect(drafted[0]).toMatchObject({ trimStart: 2, trimEnd: null });
  expect(rowsToPlay(drafted, mode)[0]).toMatchObject({ trimStart: null, trimEnd: null });
});

test('a text that is written is drawn and played at once', () => {
  const rows = [{ ...completeScene(1), rev: 1 }];
  const overlay = { ...newOverlay(8), text: 'Hello' };
  const mode: TimelineMode = { kind: 'text', draft: { sceneId: testId(101), of: null, overlay } };
  const drafted = rowsAsDrafted(rows, mode);
  expect(rowsToPlay(drafted, mode)[0]?.textOverlays).toEqual([overlay]);
});

test('a new text has the specified defaults and lasts as long as the scene', () => {
  expect(newOverlay(8)).toEqual(textOverlay({ text: '', endTime: 8 }));
  expect([longestTime(7.958), longestTime(15)]).toEqual([8, 15]);
  expect(textOverlaySchema.safeParse({ ...newOverlay(7.958), text: 'x' }).success).toBe(true);
});

test('times and places are kept within the scene and the picture, in tenths', () => {
  expect([formTime(-1, 8), formTime(9, 8), formTime(1.26, 8), formTime(Number.NaN, 8)]).toEqual([0, 8, 1.3, 0]);
  expect([percentInFrame(-3), percentInFrame(140), percentInFrame(33.333)]).toEqual([0, 100, 33.3]);
});

test('a text can’t be saved while it is blank, or ends before it starts; a trim always can', () => {
  const problemOf = (overlay: Partial<TextOverlay>) =>
    draftProblem({ kind: 'text', draft: { sceneId: '', of: null, overlay: textOverlay(overlay) } });
  expect(problemOf({})).toBeNull();
  const [blank, short] = [problemOf({ text: '  ' }), problemOf({ startTime: 3, endTime: 3 })];
  expect(blank).toEqual({ title: 'Text required', message: 'Please enter text for the overlay' });
  expect(short).toEqual({ title: 'Invalid duration', message: 'Start time must be before end time' });
  expect(draftProblem({ kind: 'trim', draft: { sceneId: '', inFrame: 0, outFrame: 1 }, clip })).toBeNull();
});

test('a text is appended, or takes the place of the one that it was', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((text) => ({ ...newOverlay(8), text }));
  if (!a || !b || !c) throw new Error('Three were made');
  expect(withOverlay([a], null, b)).toEqual([a, b]);
  expect(withOverlay([a, b], a, c)).toEqual([c, b]);
});

test('the inspector says what is played and which text nobody sees', () => {
  expect(trimSummary(planned())).toBe('No trim · 8.0 s');
  const trimmed = planned({ trimStart: 1.5, trimEnd: 6.5 });
  expect(trimSummary(trimmed)).toBe('Trimmed to 1.5–6.5 s of 8.0 s');
  const text = { ...newOverlay(8), text: 'x' };
  expect(isHiddenByTrim({ ...text, endTime: 1.5 }, trimmed)).toBe(true);
  expect(isHiddenByTrim({ ...text, endTime: 1.6 }, trimmed)).toBe(false);
});

const movie = [completeScene(1), sceneRow(2), completeScene(3), completeScene(4)];

/** Downloads the movie. @returns what was saved, missed and told of it */
async function download(title: string, fileOf: DownloadDeps['fileOf'], signal = new AbortController().signal) {
  const seen = {
    saved: [] as string[],
    pauses: [] as number[],
    missed: [] as number[],
    told: [] as DownloadProgress[],
  };
  const deps: DownloadDeps = {
    fileOf,
    save: (_, name) => seen.saved.push(name),
    pause: async (ms, stopped) => {
      stopped.throwIfAborted();
      seen.pauses.push(ms);
    },
    report: ({ sceneNumber }) => seen.missed.push(sceneNumber),
  };
  const run = { onProgress: (progress: DownloadProgress) => seen.told.push(progress), signal };
  return { ...seen, notice: downloadNotice(await downloadAll(title, movie, run, deps)) };
}

test('every whole scene becomes a file of its own, half a second apart', async () => {
  expect(await download('Märchen: a tale', async () => new Blob(['clip']))).toEqual({
    saved: ['01', '03', '04'].map((number) => `Märchen--a-tale-scene-${number}.mp4`),
    pauses: [500, 500],
    missed: [],
    told: [0, 1, 2].map((done) => ({ done, total: 3 })),
    notice: { title: 'Downloaded 3 video(s)' },
  });
  expect(downloadableScenes([sceneRow(1)])).toEqual([]);
});

test('a scene that can’t be had is counted and holds nothing up', async () => {
  const found = await download('A', async ({ sceneNumber }) => {
    if (sceneNumber === 3) throw new Error('gone');
    return new Blob(['clip']);
  });
  expect([found.saved, found.missed]).toEqual([['A-scene-01.mp4', 'A-scene-04.mp4'], [3]]);
  const notice = { title: 'Downloaded 2 video(s)', description: '1 failed', tone: 'destructive' };
  expect(found.notice).toEqual(notice);
});

test('when none can be had it is said so', async () => {
  const { notice } = await download('A', () => Promise.reject(new Error('offline')));
  const description = 'Could not download any videos';
  expect(notice).toEqual({ title: 'Download failed', description, tone: 'destructive' });
});

test('it stops between files', async () => {
  const abort = new AbortController();
  const fileOf = async (): Promise<Blob> => {
    abort.abort();
    return new Blob(['clip']);
  };
  const { saved, notice } = await download('A', fileOf, abort.signal);
  expect([saved, notice]).toEqual([[], { title: 'Download stopped' }]);
});
