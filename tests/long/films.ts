/** Whole films of look-alike clips, in plain data, as both browsers shall make them. */
import type { ExportTarget } from '#media/worker/client.ts';
import { exportPresets } from '#shared/catalogue/export-presets.ts';
import type { PlanOverlay } from '#shared/movie/movie-plan.ts';
import type { MovieSpec, SceneSpec } from '#tests/firefox/movie-spec.ts';

export type Film = { title: string; spec: MovieSpec };

const CLIPS = 15;
const MANY_CLIPS = 60;
/** The size of the clips. */
const AS_MADE = { label: 'as made', width: 1280, height: 720 };

/** Text below the marker of the pictures, for two seconds in mid-clip. */
const CAPTION: PlanOverlay = {
  text: 'The river',
  fontSize: 48,
  color: '#FFFFFF',
  position: 'bottom',
  startUs: 3_000_000,
  endUs: 5_000_000,
};

/** What is done to some clips of a film, by their number. */
const EDITS: ReadonlyMap<number, Omit<SceneSpec, 'clip'>> = new Map([
  [3, { overlays: [CAPTION] }],
  [6, { inFrame: 30 }],
  [9, { outFrame: 151 }],
  [12, { inFrame: 11, outFrame: 100, overlays: [CAPTION] }],
]);

const untouched: SceneSpec[] = Array.from({ length: CLIPS }, (_, index) => ({
  clip: { seconds: 8, sceneNumber: index + 1 },
}));
const edited = untouched.map((scene) => ({ ...scene, ...EDITS.get(scene.clip.sceneNumber) }));

/** Fifteen clips of eight seconds in every size and format, the quick ones first: edited, and as made untouched. */
export const films: readonly Film[] = (['mp4', 'webm'] as const)
  .flatMap((format) => [
    filmOf({ ...AS_MADE, format }, untouched),
    ...exportPresets.map(({ label, width, height }) => filmOf({ label, width, height, format }, edited)),
  ])
  .toSorted((a, b) => a.spec.target.width - b.spec.target.width);

/** The film that is also played: copied stretches, encoded ones, and joins of both. */
export const playedFilm: Film = filmOf({ ...AS_MADE, format: 'mp4' }, edited);

/** Sixty clips, of which none is touched, or each is cut to another length. */
export const manyClips: readonly Film[] = [
  { title: 'sixty clips', spec: { target: smallTarget(), scenes: manyScenes(() => ({})) } },
  {
    title: 'sixty clips of odd lengths',
    spec: { target: smallTarget(), scenes: manyScenes((index) => ({ outFrame: 25 + ((index * 7) % 40) })) },
  },
];

function filmOf(target: ExportTarget, scenes: SceneSpec[]): Film {
  return { title: `${target.label}, ${target.format}`, spec: { target, scenes } };
}

function smallTarget(): ExportTarget {
  return { label: '360p', width: 640, height: 360, format: 'mp4' };
}

function manyScenes(cut: (index: number) => Omit<SceneSpec, 'clip'>): SceneSpec[] {
  return Array.from({ length: MANY_CLIPS }, (_, index) => ({
    clip: { seconds: 4, size: '360p', sceneNumber: index + 1 },
    ...cut(index),
  }));
}
