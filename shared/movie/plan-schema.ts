/** The movie plan as it is read at the worker's door. The type itself is defined by shared/movie. */
import { z } from 'zod';
import { publicAudioSchema } from '#shared/entities/movie-audio.ts';
import { transitionSchema } from '#shared/entities/scene.ts';
import { overlayPositionSchema, textLookSchema } from '#shared/entities/text-overlay.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';

const count = z.number().int().min(0);
const pixels = z.number().int().positive();
const fpsSchema = z.object({ num: z.number().int().positive(), den: z.number().int().positive() });

const clipSchema = z.object({
  sha256: z.string(),
  url: z.string(),
  sizeBytes: count,
  width: pixels,
  height: pixels,
  fps: fpsSchema,
  frameCount: count,
  hasAudio: z.boolean(),
});

const overlaySchema = z.object({
  text: z.string(),
  fontSize: z.number().positive(),
  color: z.string(),
  position: overlayPositionSchema,
  startUs: z.number(),
  endUs: z.number(),
  style: textLookSchema.optional(),
  fadeInUs: z.number().optional(),
  fadeOutUs: z.number().optional(),
});

const rampSchema = z.object({ frames: count, leftOut: count, seconds: z.number().min(0) });

const cutSchema = z.object({
  inFrame: count,
  outFrame: count,
  skippedFrames: count,
  fadeIn: rampSchema.nullable(),
  fadeOut: rampSchema.nullable(),
  crossfade: rampSchema.nullable(),
});

const sceneSchema = z.object({
  sceneId: z.string(),
  sceneNumber: z.number().int(),
  title: z.string(),
  clip: clipSchema,
  inFrame: count,
  outFrame: count,
  startFrame: count,
  frameCount: count,
  overlays: z.array(overlaySchema),
  gainDb: z.number(),
  muted: z.boolean(),
  fadeInSeconds: z.number().default(0),
  fadeOutSeconds: z.number().default(0),
  transition: transitionSchema.nullable(),
  cut: cutSchema.optional(),
});

export const moviePlanSchema: z.ZodType<MoviePlan> = z.object({
  projectId: z.string(),
  title: z.string(),
  author: z.string().nullable(),
  fps: fpsSchema,
  width: pixels,
  height: pixels,
  frameCount: count,
  scenes: z.array(sceneSchema),
  audio: z.array(publicAudioSchema).default([]),
  levelling: z.boolean(),
  missingSceneNumbers: z.array(z.number().int()),
  partOf: z.object({ fromFrame: count, frameCount: count }).optional(),
});
