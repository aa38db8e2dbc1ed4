/**
 * What page and media worker say to each other. Every message carries the id of the call it belongs to; a call ends with
 * exactly one `ok`, `failed` or `cancelled`. Both sides parse what arrives.
 */
import { z } from 'zod';
import { failureFactsSchema, mediaFailureCodes } from '../failures.ts';
import { moviePlanSchema } from './plan-schema.ts';

/** A file in the origin private file system: the directories from its root, and the file's name. */
export const opfsPathSchema = z.object({ directories: z.array(z.string().min(1)), name: z.string().min(1) });
export type OpfsPath = z.infer<typeof opfsPathSchema>;

/** Where a clip's bytes are. They are read by ranges, never as a whole. */
export const mediaLocationSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('opfs'), path: opfsPathSchema }),
  z.object({ kind: z.literal('blob'), blob: z.instanceof(Blob) }),
]);
export type MediaLocation = z.infer<typeof mediaLocationSchema>;

export const exportTargetSchema = z.object({
  /** Even numbers of pixels. */
  width: z.number().int().positive().multipleOf(2),
  height: z.number().int().positive().multipleOf(2),
  format: z.enum(['mp4', 'webm']),
  /** What the person chose, for the progress card: "1080p". */
  label: z.string(),
});
export type ExportTarget = z.infer<typeof exportTargetSchema>;

/** A file of the overlay family (woff2), and the characters it is for, as CSS writes them. */
export const overlayFontSchema = z.object({ data: z.instanceof(ArrayBuffer), unicodeRange: z.string() });
export type OverlayFont = z.infer<typeof overlayFontSchema>;

export const exportInputSchema = z.object({
  jobId: z.string().min(1),
  /** Frozen: later edits do not touch a running export. */
  plan: moviePlanSchema,
  target: exportTargetSchema,
  /** By the SHA-256 of the clip. */
  sources: z.record(z.string(), mediaLocationSchema),
  /** Files of the overlay family, as shared/movie/overlay-font lists them. Empty is fine where nothing is overlaid. */
  fonts: z.array(overlayFontSchema),
  /** Where the movie is written. Whoever asked removes the file when it is no longer wanted. */
  output: opfsPathSchema,
});
export type ExportInput = z.infer<typeof exportInputSchema>;

export const exportProgressSchema = z.object({
  phase: z.enum(['preparing', 'encoding', 'finishing', 'checking']),
  framesDone: z.number().int(),
  framesTotal: z.number().int(),
  /** The scene that is being written; null before the first and after the last. */
  sceneNumber: z.number().int().nullable(),
  elapsedMs: z.number(),
  /** Null until there is enough to judge by. */
  secondsLeft: z.number().nullable(),
});
export type ExportProgress = z.infer<typeof exportProgressSchema>;

export const colorTagsSchema = z.object({
  primaries: z.string().nullable(),
  transfer: z.string().nullable(),
  matrix: z.string().nullable(),
  fullRange: z.boolean().nullable(),
});
export type ColorTags = z.infer<typeof colorTagsSchema>;

/** What was found when the finished file was opened again. */
export const verificationSchema = z.object({
  frameCount: z.number().int(),
  videoDurationUs: z.number(),
  /** 0 only for a movie that has no sound in any clip. */
  audioDurationUs: z.number(),
  videoCodec: z.string(),
  audioCodec: z.string().nullable(),
  color: colorTagsSchema,
  /** Largest difference between a scene's sampled picture as encoded and as read back; 0 to 255. */
  worstPictureDifference: z.number(),
});
export type Verification = z.infer<typeof verificationSchema>;

export const exportResultSchema = z.object({
  output: opfsPathSchema,
  sizeBytes: z.number().int(),
  elapsedMs: z.number(),
  verification: verificationSchema,
});
export type ExportResult = z.infer<typeof exportResultSchema>;

/** Facts of a clip's file that the page has a use for. */
export const clipSummarySchema = z.object({
  sizeBytes: z.number().int(),
  width: z.number().int(),
  height: z.number().int(),
  fps: z.object({ num: z.number().int(), den: z.number().int() }),
  frameCount: z.number().int(),
  durationUs: z.number(),
  videoCodec: z.string(),
  hasAudio: z.boolean(),
  audioCodec: z.string().nullable(),
  /** Frames that can be reached without decoding an earlier one. */
  keyFrames: z.array(z.number().int()),
});
export type ClipSummary = z.infer<typeof clipSummarySchema>;

export const capabilitySchema = z.discriminatedUnion('can', [
  z.object({ can: z.literal(true), videoCodec: z.string() }),
  z.object({ can: z.literal(false), code: z.enum(mediaFailureCodes), facts: failureFactsSchema }),
]);
export type Capability = z.infer<typeof capabilitySchema>;

/** What asking for a picture of a clip needs. */
const pictureFields = {
  source: mediaLocationSchema,
  /** Pixels; a smaller clip is not enlarged. */
  maxWidth: z.number().int().positive(),
  mimeType: z.enum(['image/webp', 'image/jpeg']),
};

export const requestSchema = z.discriminatedUnion('type', [
  z.object({ id: z.string(), type: z.literal('export'), input: exportInputSchema }),
  z.object({ id: z.string(), type: z.literal('probe'), source: mediaLocationSchema }),
  /** Frame numbers of the clip; each comes as a `picture` in rising order before the `ok`. */
  z.object({ id: z.string(), type: z.literal('pictures'), frames: z.array(z.number().int().min(0)), ...pictureFields }),
  z.object({ id: z.string(), type: z.literal('capability'), plan: moviePlanSchema, target: exportTargetSchema }),
  /** Ends the call of the same id. */
  z.object({ id: z.string(), type: z.literal('cancel') }),
]);
export type Request = z.infer<typeof requestSchema>;

export const resultSchema = z.discriminatedUnion('of', [
  z.object({ of: z.literal('export'), result: exportResultSchema }),
  z.object({ of: z.literal('probe'), clip: clipSummarySchema }),
  z.object({ of: z.literal('pictures') }),
  z.object({ of: z.literal('capability'), capability: capabilitySchema }),
]);
export type Result = z.infer<typeof resultSchema>;

export const replySchema = z.discriminatedUnion('type', [
  z.object({ id: z.string(), type: z.literal('progress'), progress: exportProgressSchema }),
  z.object({ id: z.string(), type: z.literal('picture'), frame: z.number().int(), blob: z.instanceof(Blob) }),
  z.object({ id: z.string(), type: z.literal('ok'), result: resultSchema }),
  z.object({ id: z.string(), type: z.literal('failed'), code: z.enum(mediaFailureCodes), facts: failureFactsSchema }),
  z.object({ id: z.string(), type: z.literal('cancelled') }),
]);
export type Reply = z.infer<typeof replySchema>;

/** Shortest time between two progress messages of a call. */
export const PROGRESS_INTERVAL_MS = 100;
