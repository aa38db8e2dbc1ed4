/** The sample project: a finished movie of five scenes that everybody can open, look into, and change. */
import type { SceneMetadata, Transition } from '../entities/scene.ts';
import type { MovieAudio } from '../entities/movie-audio.ts';
import type { TextOverlay } from '../entities/text-overlay.ts';
import { limits } from '../limits.ts';
import { sampleClips, type SampleClipName } from './sample-clips.ts';
import { sampleMusic } from './sample-music.ts';
import { sampleMusicName, sampleScenes, sampleTitles, sampleWords } from './sample-words.ts';

export type SampleScene = {
  clip: SampleClipName;
  title: string;
  description: string;
  metadata: SceneMetadata;
  /** Seconds of the clip. */
  duration: number;
  trimEnd: number | null;
  textOverlays: TextOverlay[];
  /** To the next scene. */
  transition: Transition | null;
};

export const sampleProject = {
  title: sampleWords.title,
  description: sampleWords.description,
  genres: ['adventure', 'family'],
  model: 'veo-3.1',
  aspectRatio: '16:9',
  targetLength: 30,
} as const;

const CLIP_SECONDS = 8;

/** Text stands late in its scene, so that the frames before it are copied. */
const overlays: Partial<Record<SampleClipName, TextOverlay>> = {
  'desert-dawn': overlay(sampleTitles.movie, 64, 3.5, 7.5),
  'harbour-night': overlay(sampleTitles.ending, 56, 4, 8),
};

/** The clip of the balloon stops before the balloon hangs still. */
const trimEnds: Partial<Record<SampleClipName, number>> = { 'snow-peak': 6 };

/** The balloon goes over into the harbor, whose clip is encoded for its text as well. */
const transitions: Partial<Record<SampleClipName, Transition>> = {
  'snow-peak': { kind: 'crossfade', seconds: 1, sound: true },
};

export const sampleSceneList: readonly SampleScene[] = sampleClips.map(({ name }) => {
  const { title, description, ...metadata } = sampleScenes[name];
  const text = overlays[name];
  return {
    clip: name,
    title,
    description,
    metadata,
    duration: CLIP_SECONDS,
    trimEnd: trimEnds[name] ?? null,
    textOverlays: text === undefined ? [] : [text],
    transition: transitions[name] ?? null,
  };
});

/** Quieter than the scenes, and gone with the last picture. @param id of the piece in its movie */
export function sampleAudio(id: string): MovieAudio {
  return {
    id,
    kind: 'music',
    mediaId: sampleMusic.sha256,
    name: sampleMusicName,
    startSeconds: 0,
    inSeconds: 0,
    outSeconds: sampleMusic.facts.durationSeconds,
    gainDb: -4,
    fadeInSeconds: 1.5,
    fadeOutSeconds: 3,
    loop: false,
    duckDb: 0,
    duckSeconds: limits.duckDefaultSeconds,
    lengthSeconds: null,
    muted: false,
    takes: [],
  };
}

function overlay(text: string, fontSize: number, startTime: number, endTime: number): TextOverlay {
  return { text, fontSize, color: '#FFFFFF', position: 'center', startTime, endTime };
}
