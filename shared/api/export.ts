/** Calls about exports that the server makes. */
import { z } from 'zod';
import {
  exportFormatSchema,
  exportJobSchema,
  exportPhaseSchema,
  exportResolutionSchema,
} from '../entities/export-job.ts';
import { idSchema, sha256Schema } from '../entities/id.ts';
import { textLookSchema, textOverlaySchema } from '../entities/text-overlay.ts';
import { receiptSchema } from '../export-receipt/receipt.ts';
import { limits } from '../limits.ts';
import { exportWords } from './words.ts';

export const checkFfmpegReply = z.object({ available: z.boolean(), error: z.string().nullable() });
export type CheckFfmpegReply = z.infer<typeof checkFfmpegReply>;

/** Frames of the movie; the last one is not part of it. */
export const frameRangeSchema = z
  .strictObject({ fromFrame: z.number().int().min(0), toFrame: z.number().int().min(1) })
  .refine(({ fromFrame, toFrame }) => fromFrame < toFrame, exportWords.emptyRange);

/** A picture of a text that the page drew, sent before by its hash. Its left upper corner, in pixels of the movie. */
export const drawnTextSchema = z.strictObject({
  sceneId: idSchema,
  overlayIndex: z
    .number()
    .int()
    .min(0)
    .max(limits.overlaysPerScene - 1),
  sha256: sha256Schema,
  x: z.number().int().min(-limits.exportPictureSide).max(limits.exportPictureSide),
  y: z.number().int().min(-limits.exportPictureSide).max(limits.exportPictureSide),
  /** What it shows: where that has changed on the server, the picture is not used. */
  shows: textOverlaySchema
    .pick({ text: true, fontSize: true, color: true, position: true })
    .extend({ style: textLookSchema.optional() })
    .optional(),
});
export type DrawnText = z.infer<typeof drawnTextSchema>;

/** With size and format alone: the movie as it stands, its texts drawn by the server. */
export const startExportRequest = z.strictObject({
  resolution: exportResolutionSchema,
  format: exportFormatSchema,
  range: frameRangeSchema.optional(),
  /** Scenes whose sound can't be decoded are silent, instead of failing the export. */
  leavesOutSound: z.boolean().optional(),
  drawnTexts: z.array(drawnTextSchema).max(limits.exportPictures).optional(),
});
export type StartExportRequest = z.infer<typeof startExportRequest>;
export const startExportReply = z.object({ id: idSchema });

export const exportJobReply = exportJobSchema.extend({
  projectId: idSchema,
  /** Its place in the queue while it is pending; 1 is next. */
  place: z.number().int().min(1).nullable(),
  phase: exportPhaseSchema.nullable(),
  receipt: receiptSchema.nullable(),
  sizeBytes: z.number().int().nullable(),
  fileName: z.string(),
  /** When the finished file is removed, in milliseconds since the epoch. */
  expiresAt: z.number().nullable(),
});
export type ExportJobReply = z.infer<typeof exportJobReply>;
export const exportJobsReply = z.array(exportJobReply);

export const missingPicturesRequest = z.strictObject({ hashes: z.array(sha256Schema).max(limits.exportPictures) });
export const missingPicturesReply = z.object({ missing: z.array(sha256Schema) });
