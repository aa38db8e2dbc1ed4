/** Where an export finds its clips, its music, and its voice-overs: files of the clip store, each named by its SHA-256. */
import { CLIP_DIRECTORY } from '#data/clip-store.ts';
import type { StoryreelDb } from '#data/db.ts';
import type { Sources } from '#data/sources.ts';
import type { ExportInput, MediaLocation } from '#media/worker/client.ts';
import { mediaUrl } from '#shared/api/media.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';

type WantedFile = { sha256: string; url: string };

/** What of the plan is on this device now. */
export async function storedSources(db: StoryreelDb, plan: MoviePlan): Promise<ExportInput['sources']> {
  const wanted = wantedFiles(plan).map(({ sha256 }) => sha256);
  const stored = await db.clips.where('sha256').anyOf(wanted).primaryKeys();
  return Object.fromEntries(stored.map((sha256) => [sha256, locationOf(sha256)]));
}

/** Brings what is missing onto this device. @throws what `Sources.fetchClip` throws */
export async function fetchSources(
  { fetchClip }: Pick<Sources, 'fetchClip'>,
  plan: MoviePlan,
  signal: AbortSignal,
): Promise<ExportInput['sources']> {
  const files = wantedFiles(plan);
  for (const file of files) await fetchClip(file, signal);
  return Object.fromEntries(files.map(({ sha256 }) => [sha256, locationOf(sha256)]));
}

function wantedFiles({ scenes, audio }: MoviePlan): WantedFile[] {
  const clips = new Map(scenes.map(({ clip }) => [clip.sha256, { sha256: clip.sha256, url: clip.url }]));
  const pieces = new Map(audio.map(({ mediaId }) => [mediaId, { sha256: mediaId, url: mediaUrl(mediaId) }]));
  return [...clips.values(), ...pieces.values()];
}

function locationOf(sha256: string): MediaLocation {
  return { kind: 'opfs', path: { directories: [CLIP_DIRECTORY], name: sha256 } };
}
