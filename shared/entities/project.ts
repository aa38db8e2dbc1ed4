/** A movie project. Times are milliseconds since the epoch, lengths seconds. */
import { z } from 'zod';
import { characterReferenceSchema } from './character-reference.ts';
import { idSchema } from './id.ts';
import { movieAudioListSchema } from './movie-audio.ts';
import { genreIdSchema } from '../catalogue/genres.ts';
import { aspectRatioSchema, modelIdSchema } from '../catalogue/models.ts';
import { limits } from '../limits.ts';

export const projectStatusSchema = z.enum(['draft', 'generating', 'complete', 'failed']);
export type ProjectStatus = z.infer<typeof projectStatusSchema>;

export const projectSchema = z.object({
  id: idSchema,
  userId: idSchema,
  title: z.string().min(1).max(limits.titleLength),
  description: z.string().min(1).max(limits.descriptionLength),
  /** Derived from the scenes, see rules/project-status. */
  status: projectStatusSchema,
  isPublic: z.boolean(),
  /** Search engines may list its page for as long as it is public. */
  isIndexable: z.boolean(),
  /** Labels of `genres`, joined by ", ". */
  genre: z.string(),
  genres: z.array(genreIdSchema).max(limits.genresPerProject),
  targetLength: z.number().int(),
  model: modelIdSchema,
  aspectRatio: aspectRatioSchema,
  /** Seconds after trims; null when there are no scenes. */
  totalDuration: z.number().nullable(),
  characterReferences: z.array(characterReferenceSchema),
  sceneCount: z.number().int(),
  posterUrl: z.string().nullable(),
  /** Some of its clips are the demo studio's. Kept rows that are older than this field have none. */
  isDemo: z.boolean().default(false),
  breakdownStatus: z.enum(['running', 'failed']).nullable(),
  breakdownError: z.string().nullable(),
  /** Music and voice-overs. */
  audio: movieAudioListSchema,
  levelling: z.boolean(),
  /** Counts people's edits; what the job runner writes moves `updatedAt` alone. */
  version: z.number().int(),
  createdAt: z.number(),
  updatedAt: z.number(),
});
export type Project = z.infer<typeof projectSchema>;
