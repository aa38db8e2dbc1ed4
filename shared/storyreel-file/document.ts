/** The project in a .storyreel file: the entry `project.json`. docs/storyreel-file.md describes it. */
import { z } from 'zod';
import { mediaHash, mediaUrl } from '../api/media.ts';
import { ledgerAttempt } from '../api/spending.ts';
import { idSchema, sha256Schema } from '../entities/id.ts';
import { projectSchema } from '../entities/project.ts';
import { sceneSchema } from '../entities/scene.ts';
import { limits } from '../limits.ts';
import { picturesOf } from '../rules/pictures-of-scene.ts';

export const FILE_VERSION = 1;
/** Of the ledger, the newest. */
export const MOST_ATTEMPTS = 10_000;
export const DOCUMENT_NAME = 'project.json';
export const STORYREEL_TYPE = 'application/vnd.storyreel+zip';

/** Pixels of a clip's side: no browser draws a picture that is larger. */
const MOST_CLIP_SIDE = 32_768;

const positive = z.number().int().positive();

/** Clips that are longer come from no model and are nobody's own; a minute is for rates that vary. */
const MOST_CLIP_SECONDS = limits.ownClipSeconds + 60;

/** A server's and a browser's own rows say of clips what was read from their files; those of a file say what its writer likes. */
const savedSceneSchema = sceneSchema
  .extend({
    mediaBytes: z.number().int().min(0).nullable(),
    width: positive.max(MOST_CLIP_SIDE).nullable(),
    height: positive.max(MOST_CLIP_SIDE).nullable(),
    fps: z.object({ num: positive, den: positive }).nullable(),
    frameCount: positive.nullable(),
  })
  .refine(({ fps, frameCount }) => ((frameCount ?? 0) * (fps?.den ?? 1)) / (fps?.num ?? 1) <= MOST_CLIP_SECONDS, {
    path: ['frameCount'],
  });

/** What a scene had before its present clip. */
const takeSchema = z.object({
  sceneId: idSchema,
  scene: savedSceneSchema,
  extensions: z.array(savedSceneSchema).max(limits.scenesPerProject),
  replacedAt: z.number(),
});

const fileKinds = ['clip', 'sound', 'picture'] as const;

export const storedFileSchema = z.object({
  kind: z.enum(fileKinds),
  sha256: sha256Schema,
  sizeBytes: z.number().int().min(0),
});
export type StoredFileEntry = z.infer<typeof storedFileSchema>;

export const storyreelDocumentSchema = z.object({
  format: z.literal('storyreel'),
  version: z.literal(FILE_VERSION),
  /** Milliseconds since the epoch. */
  savedAt: z.number(),
  /** The release of Storyreel that wrote it. */
  app: z.string().max(limits.nameLength),
  /** Without its owner. */
  project: projectSchema.omit({ userId: true }),
  scenes: z.array(savedSceneSchema).max(limits.scenesPerProject * 10),
  takes: z.array(takeSchema).max(limits.scenesPerProject),
  /** Families of letters that texts are drawn with. Their files come with the app. */
  fonts: z.array(z.string().max(limits.nameLength)).max(20),
  /** Receipts of finished exports, as they are handed out. */
  receipts: z.array(z.object({ fileName: z.string(), endedAt: z.number(), receipt: z.string() })).max(1_000),
  /** What was spent, as far as the device knew it. There are no keys in it. */
  ledger: z.array(ledgerAttempt).max(MOST_ATTEMPTS),
  /** Everything beside this document, each once. */
  files: z.array(storedFileSchema).max(4_000),
  /** Hashes of clips, sounds, and pictures that the device didn't have and couldn't fetch. */
  missing: z.array(sha256Schema).max(4_000),
});
export type StoryreelDocument = z.infer<typeof storyreelDocumentSchema>;

const folders: Record<StoredFileEntry['kind'], { folder: string; end: string }> = {
  clip: { folder: 'clips', end: '.mp4' },
  sound: { folder: 'sounds', end: '' },
  picture: { folder: 'pictures', end: '' },
};

/** What a file is called in the zip. */
export function entryName({ kind, sha256 }: Pick<StoredFileEntry, 'kind' | 'sha256'>): string {
  const { folder, end } = folders[kind];
  return `${folder}/${sha256}${end}`;
}

/** No other name is read: no folder can be left by one. */
export const ENTRY_NAME = /^(project\.json|clips\/[0-9a-f]{64}\.mp4|(?:sounds|pictures)\/[0-9a-f]{64})$/;

/** The same document is the same text. */
export function documentText(document: StoryreelDocument): string {
  return `${JSON.stringify(document, null, 1)}\n`;
}

/** Every file that a document needs, in the order in which scenes play. */
export function wantedFiles({ project, scenes, takes }: Pick<StoryreelDocument, 'project' | 'scenes' | 'takes'>) {
  const rows = [...scenes, ...takes.flatMap(({ scene, extensions }) => [scene, ...extensions])];
  const sounds = project.audio.flatMap((piece) => [piece, ...piece.takes]);
  const wanted = new Map<string, { kind: StoredFileEntry['kind']; sha256: string; url: string | null }>();
  for (const { sha256, videoUrl } of rows)
    if (sha256 !== null && !wanted.has(sha256)) wanted.set(sha256, { kind: 'clip', sha256, url: videoUrl });
  for (const { mediaId } of sounds)
    if (!wanted.has(mediaId)) wanted.set(mediaId, { kind: 'sound', sha256: mediaId, url: mediaUrl(mediaId) });
  const portraits = project.characterReferences.flatMap(({ imageUrl }) => mediaHash(imageUrl ?? '') ?? []);
  for (const picture of [...rows.flatMap(picturesOf), ...portraits])
    if (!wanted.has(picture)) wanted.set(picture, { kind: 'picture', sha256: picture, url: mediaUrl(picture) });
  return [...wanted.values()];
}
