/** Random projects as .storyreel files, the same for the same seed. */
import { createHash } from 'node:crypto';
import { zipOf } from '#editor/project-file.ts';
import { mediaUrl } from '#shared/api/media.ts';
import type { LedgerAttempt } from '#shared/api/spending.ts';
import type { MovieAudio } from '#shared/entities/movie-audio.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { storyreelDocumentSchema, type StoryreelDocument } from '#shared/storyreel-file/document.ts';
import { audioPiece, completeScene, projectRow, sceneRow, testId } from './rows.ts';
import { randomFrom } from './seeded-random.ts';

export type SavedProject = { document: StoryreelDocument; clips: Map<string, Uint8Array<ArrayBuffer>>; zip: Blob };

const LETTERS = 'aé漢🎬"\\\n z';

export async function randomSavedProject(seed: number): Promise<SavedProject> {
  const random = randomFrom(seed);
  const upTo = (most: number): number => Math.floor(random() * (most + 1));
  const text = (most: number): string =>
    Array.from({ length: 1 + upTo(most - 1) }, () => [...LETTERS][upTo(LETTERS.length - 3)] ?? 'x').join('');
  /** As fields keep what people type. */
  const typed = (most: number): string => text(most).trim() || 'x';
  const clips = new Map<string, Uint8Array<ArrayBuffer>>();
  const clip = (): string => {
    const bytes = Uint8Array.from({ length: upTo(3_000) }, () => upTo(255));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    clips.set(sha256, bytes);
    return sha256;
  };
  const pictures = new Set<string>();
  const picture = (): string => {
    const sha256 = clip();
    pictures.add(sha256);
    return sha256;
  };
  const scenes = Array.from({ length: upTo(6) }, (_, index) => {
    const words = { title: typed(40), description: typed(300), prompt: text(300) };
    const referencePictures = random() < 0.2 ? [{ picture: picture(), shows: typed(20) }] : [];
    const more = { ...words, referencePictures, ...cutOf(index, random, typed) };
    return random() < 0.3 ? sceneRow(index + 1, more) : completeScene(index + 1, { ...more, sha256: clip() });
  });
  const [first] = scenes;
  const takes = first && random() < 0.5 ? [takeOf(first, clip())] : [];
  const music = clip();
  const hasMusic = random() < 0.3;
  const voices = Array.from({ length: upTo(2) }, () => clip());
  const audio = [...(hasMusic ? [audioPiece({ mediaId: music })] : []), ...(random() < 0.4 ? voiceOf(voices) : [])];
  const sounds = new Set(audio.flatMap(({ mediaId, takes: more }) => [mediaId, ...more.map((take) => take.mediaId)]));
  const document = savedDocument({
    savedAt: Date.UTC(2026, 10, 1) + upTo(1_000_000),
    project: projectRow({
      title: typed(60),
      description: typed(900),
      levelling: random() < 0.5,
      audio,
      characterReferences: Array.from({ length: upTo(3) }, (_, index) => ({
        ...{ id: testId(900 + index), name: `${index} ${typed(20)}`, description: typed(200) },
        imageUrl: random() < 0.7 ? mediaUrl(picture()) : null,
      })),
    }),
    scenes,
    takes,
    fonts: ['Noto Sans'],
    receipts: random() < 0.3 ? [{ fileName: 'movie.mp4', endedAt: 5, receipt: text(200) }] : [],
    ledger: Array.from({ length: upTo(3) }, (_, index) => attemptOf(index, text(10))),
  });
  for (const sound of [music, ...voices]) if (!sounds.has(sound)) clips.delete(sound);
  document.files = [...clips].map(([sha256, { length: sizeBytes }]) => ({
    kind: sounds.has(sha256) ? 'sound' : pictures.has(sha256) ? 'picture' : 'clip',
    sha256,
    sizeBytes,
  }));
  return { document, clips, zip: await zipped(document, clips) };
}

/** A saved project as it was written: a test names only what it is about. */
export function savedDocument(fields: Partial<StoryreelDocument> = {}): StoryreelDocument {
  return storyreelDocumentSchema.parse({
    ...{ format: 'storyreel', version: 1, savedAt: Date.UTC(2026, 10, 1), app: '0.1.0', project: projectRow() },
    ...{ scenes: [], takes: [], fonts: [], receipts: [], ledger: [], files: [], missing: [] },
    ...fields,
  });
}

/** The file that a document and its clips make. */
export function zipped(document: StoryreelDocument, clips: ReadonlyMap<string, BlobPart>): Promise<Blob> {
  const read = (sha256: string): Blob => new Blob([clips.get(sha256) ?? '']);
  return new Response(zipOf(document, read)).blob();
}

/** Texts, trims, a transition, and what is done to the sound. */
function cutOf(index: number, random: () => number, typed: (most: number) => string): Partial<Scene> {
  const isSometimes = (): boolean => random() < 0.4;
  const texts = Array.from({ length: Math.floor(random() * 3) }, (_, at) => ({
    ...{ id: testId(1_000 + index * 10 + at), text: typed(60), fontSize: 16 + at * 2, color: '#FFEE00' },
    ...{
      position: isSometimes() ? ('top' as const) : { x: 25.5, y: 100 },
      startTime: at,
      endTime: at + random() + 0.1,
    },
    ...(isSometimes() && { style: { bold: true, align: 'right' as const, fadeInSeconds: 0.5 } }),
  }));
  return {
    textOverlays: texts,
    ...(isSometimes() && { trimStart: random(), trimEnd: 2 + random() * 6 }),
    ...(isSometimes() && { transition: { kind: 'crossfade', seconds: 0.1 + random(), sound: isSometimes() } }),
    ...(isSometimes() && { gainDb: -6.5, fadeInSeconds: random(), fadeOutSeconds: 1, muted: isSometimes() }),
  };
}

/** A voice-over that was recorded once more, if there are two recordings. */
function voiceOf([first, ...others]: string[]): MovieAudio[] {
  if (first === undefined) return [];
  const recording = { name: 'Voice', inSeconds: 0, outSeconds: 4.25 };
  const takes = [first, ...others].map((mediaId) => ({ ...recording, mediaId }));
  return [audioPiece({ id: testId(701), kind: 'voice', mediaId: first, ...recording, startSeconds: 1.5, takes })];
}

function attemptOf(index: number, title: string): LedgerAttempt {
  const origin = { projectId: projectRow().id, title, kind: 'clip' as const, model: 'omni', sceneNumber: 1 };
  const cost = { state: 'charged' as const, reservedUsd: 1, amountUsd: 0.1 * index, priceListDate: '2026-11-20' };
  return { id: testId(800 + index), at: index, ...origin, ...cost };
}

function takeOf(present: ReturnType<typeof sceneRow>, sha256: string) {
  const scene = completeScene(present.sceneNumber, { id: present.id, sha256 });
  return { sceneId: present.id, scene, extensions: [], replacedAt: Number.parseInt(testId(1).slice(0, 8), 16) };
}
