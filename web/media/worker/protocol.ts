/**
 * What page and media worker say to each other. Every message carries the id of the call it belongs to; a call ends with
 * exactly one `ok`, `failed` or `cancelled`. Both sides parse what arrives.
 */
import { z } from 'zod';
import { audioReasons, videoReasons } from '../export/plan/reasons.ts';
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
  /**
   * Whether an MP4 may keep the codec that all clips share, where nothing of them is changed. Left out for no: then it is
   * H.264.
   */
  keepsCodec: z.boolean().optional(),
  /** What the person chose, for the progress card: "1080p". */
  label: z.string(),
});
export type ExportTarget = z.infer<typeof exportTargetSchema>;

/** A file of the overlay family (woff2), and the characters it is for, as CSS writes them. */
export const overlayFontSchema = z.object({ data: z.instanceof(ArrayBuffer), unicodeRange: z.string() });
export type OverlayFont = z.infer<typeof overlayFontSchema>;

/** Where the movie goes. */
export const exportOutputSchema = z.discriminatedUnion('kind', [
  /** Whoever asked removes the file when it is no longer wanted. */
  z.object({ kind: z.literal('opfs'), path: opfsPathSchema }),
  /** A file that the person chose; it is written as a whole or not at all. */
  z.object({ kind: z.literal('file'), handle: z.custom<FileSystemFileHandle>(isFileHandle) }),
  /** Nothing is written: the result names ranges of the clips' files, and is good for as long as those are there. MP4 only. */
  z.object({ kind: z.literal('blob') }),
]);
export type ExportOutput = z.infer<typeof exportOutputSchema>;

function isFileHandle(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'createWritable' in value;
}

export const exportInputSchema = z.object({
  jobId: z.string().min(1),
  /** Frozen: later edits do not touch a running export. */
  plan: moviePlanSchema,
  target: exportTargetSchema,
  /** By the SHA-256 of the clip, and of the music. */
  sources: z.record(z.string(), mediaLocationSchema),
  /** Files of the overlay family, as shared/movie/overlay-font lists them. Empty is fine where nothing is overlaid. */
  fonts: z.array(overlayFontSchema),
  output: exportOutputSchema,
  /** Whether scenes whose sound this browser can't decode are to be silent; else such a movie is refused. */
  leavesOutSound: z.boolean(),
  /** Whether the check decodes all of the finished file; left out for no. */
  checksEveryPicture: z.boolean().optional(),
  /** What the file's metadata and the receipt say, in milliseconds since the epoch. */
  madeAt: z.number(),
});
export type ExportInput = z.infer<typeof exportInputSchema>;

export const exportProgressSchema = z.object({
  phase: z.enum(['preparing', 'encoding', 'sound', 'joining', 'checking']),
  /** Of the whole work, 0 to 99. */
  percent: z.number().int(),
  /** Frames that have to be encoded, and those that are. */
  framesDone: z.number().int(),
  framesTotal: z.number().int(),
  /** The stretch that is being encoded, counted from 1. */
  stretch: z.object({ number: z.number().int(), total: z.number().int() }).nullable(),
  /** The scene that is being encoded. */
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
  /** Which pictures of the file were decoded: none where this browser has no decoder for them. */
  decoded: z.enum(['none', 'sampled', 'every']),
  /** Stretches of which a frame was decoded and compared. */
  comparedStretches: z.number().int(),
  /** Largest difference between a stretch's compared frame and what it was to be; 0 to 255. */
  worstPictureDifference: z.number(),
});
export type Verification = z.infer<typeof verificationSchema>;

/** One stretch of the movie, in words that a person can read. */
export const plannedStretchSchema = z.object({
  sceneNumber: z.number().int(),
  /** Of a crossfade alone: the scene that comes. */
  nextSceneNumber: z.number().int().optional(),
  kind: z.enum(['copy', 'encode']),
  startFrame: z.number().int(),
  frameCount: z.number().int(),
  reasons: z.array(z.enum(videoReasons)),
});
export type PlannedStretch = z.infer<typeof plannedStretchSchema>;

/** A scene whose sound can't be decoded, and what it is in: by RFC 6381, or by the name that its file has for it. */
export const leftOutSoundSchema = z.object({ sceneNumber: z.number().int(), codec: z.string() });
export type LeftOutSound = z.infer<typeof leftOutSoundSchema>;

/** Pictures of more than eight bits, or of a wider range of light or colors, that are encoded as 8-bit BT.709. */
export const reducedColorSchema = z.object({
  sceneNumber: z.number().int(),
  from: z.enum(['hdr', 'wide-gamut', 'ten-bit']),
});
export type ReducedColor = z.infer<typeof reducedColorSchema>;

/** What an export would do, before it does it. */
export const planSummarySchema = z.object({
  sceneCount: z.number().int(),
  /** Scenes of which every picture is copied. */
  copiedScenes: z.number().int(),
  stretches: z.array(plannedStretchSchema),
  encodedSeconds: z.number(),
  /** The codec other than H.264 in which an MP4 keeps its clips' pictures; null where it does not. */
  keptCodec: z.enum(['HEVC', 'AV1', 'VP9']).nullable(),
  sound: z.object({
    copiedSeconds: z.number(),
    encodedSeconds: z.number(),
    /** Why it is encoded. */
    reasons: z.array(z.enum(audioReasons)),
    /** What is heard of nothing while other scenes have sound, and why. */
    silentSeconds: z.number(),
    silentReasons: z.array(z.enum(audioReasons)),
  }),
  /** Scenes that would be silent, because this browser can't decode their sound. */
  leftOutSound: z.array(leftOutSoundSchema),
  reducedColor: z.array(reducedColorSchema),
  /** Copied bytes are known, encoded ones estimated. */
  sizeBytes: z.number(),
  /** What of it would have to be written to this device beside the movie. */
  workBytes: z.number(),
  /** On this machine, from a short trial. */
  seconds: z.number(),
  /** Whether clips carry signed credentials of their maker, which no joined file can keep. */
  losesCredentials: z.boolean(),
});
export type PlanSummary = z.infer<typeof planSummarySchema>;

/** What was done to make a file: kept with it, and handed out with it. */
export const receiptSchema = z.object({
  kind: z.literal('storyreel-export-receipt'),
  version: z.literal(1),
  /** ISO 8601. */
  madeAt: z.string(),
  title: z.string(),
  author: z.string().nullable(),
  madeWithAi: z.literal(true),
  file: z.object({
    sizeBytes: z.number().int(),
    sha256: z.string(),
    width: z.number().int(),
    height: z.number().int(),
    format: z.enum(['mp4', 'webm']),
    framesPerSecond: z.string(),
    frameCount: z.number().int(),
    seconds: z.number(),
  }),
  /** The encoders that this browser used; null where nothing was encoded. */
  encoders: z.object({
    video: z.object({ codec: z.string(), acceleration: z.string(), bitsPerSecond: z.number() }).nullable(),
    sound: z.string().nullable(),
    browser: z.string(),
  }),
  stretches: z.array(
    plannedStretchSchema.extend({
      sceneTitle: z.string(),
      clipSha256: z.string(),
      /** Encoded for an earlier export and used again. */
      isReused: z.boolean(),
      /** Pictures that were found not to decode: where they were copied, the clip is damaged. */
      damagedFrames: z.number().int(),
      /** Whether the clip itself carries signed credentials (C2PA), which joining leaves behind. */
      clipHasContentCredentials: z.boolean(),
    }),
  ),
  sound: z
    .object({
      copiedPackets: z.number(),
      encodedPackets: z.number(),
      silentPackets: z.number(),
      /** Scenes that have sound and are silent, because this browser could not decode it. */
      leftOut: z.array(leftOutSoundSchema),
    })
    .nullable(),
  reducedColor: z.array(reducedColorSchema),
  checks: verificationSchema,
  /** What else there is to say, in sentences. */
  notes: z.array(z.string()),
});
export type Receipt = z.infer<typeof receiptSchema>;

export const exportResultSchema = z.object({
  /** The movie, where it is no file in the origin private file system. */
  blob: z.instanceof(Blob).nullable(),
  sizeBytes: z.number().int(),
  elapsedMs: z.number(),
  /** Of `elapsedMs`: until the file could be read, its check aside. */
  writtenMs: z.number(),
  verification: verificationSchema,
  receipt: receiptSchema,
});
export type ExportResult = z.infer<typeof exportResultSchema>;

export const capabilitySchema = z.discriminatedUnion('can', [
  /** With what it would do; null while clips are not on this device. */
  z.object({ can: z.literal(true), summary: planSummarySchema.nullable() }),
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
  /** Frame numbers of the clip; each comes as a `picture` in rising order before the `ok`. */
  z.object({ id: z.string(), type: z.literal('pictures'), frames: z.array(z.number().int().min(0)), ...pictureFields }),
  z.object({
    id: z.string(),
    type: z.literal('capability'),
    plan: moviePlanSchema,
    target: exportTargetSchema,
    sources: z.record(z.string(), mediaLocationSchema),
  }),
  /** Ends the call of the same id. */
  z.object({ id: z.string(), type: z.literal('cancel') }),
]);
export type Request = z.infer<typeof requestSchema>;

export const resultSchema = z.discriminatedUnion('of', [
  z.object({ of: z.literal('export'), result: exportResultSchema }),
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
