/** What an export is asked for. */
import { z } from 'zod';
import { exportTargetSchema } from '#shared/export-plan/export-target.ts';
import { moviePlanSchema } from '#shared/movie/plan-schema.ts';
import { overlayFontSchema } from '../compositor/overlay-fonts.ts';
import { mediaLocationSchema, opfsPathSchema } from '../probe/locate.ts';

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
  /** By the SHA-256 of the clip, or of music or a voice-over. */
  sources: z.record(z.string(), mediaLocationSchema),
  /** Files of the overlay family, as shared/movie/overlay-font lists them. Empty is fine where nothing is overlaid. */
  fonts: z.array(overlayFontSchema),
  output: exportOutputSchema,
  /** Whether scenes whose sound this browser can't decode are to be silent; else such a movie is refused. */
  leavesOutSound: z.boolean(),
  /** Times the usual bit rate; left out for once. Comparing two encoders' pictures needs more, so that their own losses don't count. */
  bitrateScale: z.number().positive().optional(),
  /** Whether the check decodes all of the finished file; left out for no. */
  checksEveryPicture: z.boolean().optional(),
  /** What the file's metadata and the receipt say, in milliseconds since the epoch. */
  madeAt: z.number(),
});
export type ExportInput = z.infer<typeof exportInputSchema>;
