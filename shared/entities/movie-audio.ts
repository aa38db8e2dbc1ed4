/** A piece of music or a voice-over under the movie. Times are seconds of the movie unless they say otherwise. */
import { z } from 'zod';
import { limits } from '../limits.ts';
import { idSchema, sha256Schema } from './id.ts';
import { valueWords } from './words.ts';
import { writtenText } from './written-text.ts';

const inMovie = z.number().min(0).max(limits.audioMovieSeconds);
const inFile = z.number().min(0).max(limits.audioFileSeconds);
const name = writtenText().min(1).max(limits.audioNameLength);
const fade = z.number().min(0).max(limits.soundFadeMaxSeconds);

/** One recording of a voice-over; the piece plays one of them. */
const audioTakeSchema = z.strictObject({
  mediaId: sha256Schema,
  name,
  /** Of its file, where it plays from and to. */
  inSeconds: inFile,
  outSeconds: inFile,
});

const pieceSchema = z.strictObject({
  /** Made by the client and unique in its movie. */
  id: idSchema,
  kind: z.enum(['music', 'voice']),
  /** SHA-256 of its file. */
  mediaId: sha256Schema,
  name,
  startSeconds: inMovie,
  /** Of its file, where it plays from and to; a file that ends earlier is played to its end. */
  inSeconds: inFile,
  outSeconds: inFile,
  gainDb: z.number().min(limits.gainMinDb).max(limits.gainMaxDb).default(0),
  fadeInSeconds: fade.default(0),
  fadeOutSeconds: fade.default(0),
  loop: z.boolean().default(false),
  /** How many decibels music gives way while scenes or a voice-over are heard. */
  duckDb: z.number().min(0).max(limits.duckMaxDb).default(0),
  /** How long it takes to give way, and to come back. */
  duckSeconds: z.number().min(limits.duckMinSeconds).max(limits.duckMaxSeconds).default(limits.duckDefaultSeconds),
  /** Null for one pass or, looped, for as long as the movie lasts. */
  lengthSeconds: z.number().min(limits.audioMinSeconds).max(limits.audioMovieSeconds).nullable().default(null),
  muted: z.boolean().default(false),
  takes: z.array(audioTakeSchema).max(limits.takesPerAudio).default([]),
});

const isPlayed = ({ inSeconds, outSeconds }: { inSeconds: number; outSeconds: number }): boolean =>
  // Times are sums of decimals.
  outSeconds - inSeconds >= limits.audioMinSeconds - 1e-6;

export const movieAudioSchema = pieceSchema.refine(isPlayed, { message: valueWords.audioTimes, path: ['outSeconds'] });
export type MovieAudio = z.infer<typeof movieAudioSchema>;

/** As it is heard, without the recordings that it doesn't play. */
export const publicAudioSchema = z.object(pieceSchema.shape).omit({ takes: true });
export type PublicAudio = z.infer<typeof publicAudioSchema>;

/** The pieces of a movie, in the order in which they were added. */
export const movieAudioListSchema = z
  .array(movieAudioSchema)
  .max(limits.audioPerProject)
  .refine((pieces) => new Set(pieces.map(({ id }) => id)).size === pieces.length, valueWords.eachIdOnce);

/** Some fields of a piece, as an edit changes them. Nothing is put in for what is left out. */
export const audioPatchSchema = z.strictObject({
  kind: pieceSchema.shape.kind.optional(),
  mediaId: pieceSchema.shape.mediaId.optional(),
  name: name.optional(),
  startSeconds: inMovie.optional(),
  inSeconds: inFile.optional(),
  outSeconds: inFile.optional(),
  gainDb: pieceSchema.shape.gainDb.unwrap().optional(),
  fadeInSeconds: fade.optional(),
  fadeOutSeconds: fade.optional(),
  loop: z.boolean().optional(),
  duckDb: pieceSchema.shape.duckDb.unwrap().optional(),
  duckSeconds: pieceSchema.shape.duckSeconds.unwrap().optional(),
  lengthSeconds: pieceSchema.shape.lengthSeconds.unwrap().optional(),
  muted: z.boolean().optional(),
  takes: pieceSchema.shape.takes.unwrap().optional(),
});
export type AudioPatch = z.infer<typeof audioPatchSchema>;

/** What an edit does to one piece. Edits of unlike fields and pieces go together, whoever makes them. */
export const audioEditSchema = z.discriminatedUnion('op', [
  /** A piece as it is to be; a new one comes behind the others, or at its place counted from 0. */
  z.object({ op: z.literal('put'), piece: movieAudioSchema, place: z.number().int().min(0).optional() }),
  z.object({ op: z.literal('patch'), id: idSchema, patch: audioPatchSchema }),
  z.object({ op: z.literal('remove'), id: idSchema }),
]);
export type AudioEdit = z.infer<typeof audioEditSchema>;
