/**
 * What the player and its worker say to each other. The player says which frame is wanted and where it needs sound; the
 * worker draws on the canvas that it was given, and answers with sound. Both sides parse what arrives.
 */
import { z } from 'zod';
import { moviePlanSchema } from '#shared/movie/plan-schema.ts';
import { overlayFontSchema } from '../compositor/overlay-fonts.ts';

const shaSchema = z.string().min(1);
/** Asked when one comes: the name is unknown where there are none. */
const canvasSchema = z.custom<OffscreenCanvas>((value) => value instanceof OffscreenCanvas);

export const previewRequestSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('canvas'), canvas: canvasSchema }),
  /** Everything that follows is about this plan, until the next one. What is shown stays until the next `show`. */
  z.object({ type: z.literal('plan'), plan: moviePlanSchema }),
  /** The files of the overlay family; none where they couldn't be had. No text is drawn before. */
  z.object({ type: z.literal('fonts'), fonts: z.array(overlayFontSchema) }),
  /** The answer to `want`. Null where the file can't be had. */
  z.object({ type: z.literal('clip'), sha256: shaSchema, file: z.instanceof(Blob).nullable() }),
  /** The answer to `want-audio`. Null where the file can't be had. */
  z.object({ type: z.literal('audio'), sha256: shaSchema, file: z.instanceof(Blob).nullable() }),
  /** Opens a clip again that failed. */
  z.object({ type: z.literal('retry'), sha256: shaSchema }),
  /** The movie's frame to draw. Of several in a row, the last one counts. */
  z.object({
    type: z.literal('show'),
    frame: z.number().int().min(0),
    isPlaying: z.boolean(),
    /** Another one follows at once: where there is a scrub copy, its picture will do. */
    isPassing: z.boolean(),
  }),
  /** A clip has a scrub copy now. */
  z.object({ type: z.literal('scrub-copy'), sha256: shaSchema }),
  /** Sound from a sample of the movie on, in place of what was asked for before. */
  z.object({ type: z.literal('listen'), id: z.number().int(), from: z.number().int(), until: z.number().int() }),
  /** Sound may be sent up to here. */
  z.object({ type: z.literal('listen-on'), id: z.number().int(), until: z.number().int() }),
  z.object({ type: z.literal('silence') }),
  /** Closes decoders and lets go of pictures, because nobody looks. The next `show` opens them again. */
  z.object({ type: z.literal('rest') }),
]);
export type PreviewRequest = z.infer<typeof previewRequestSchema>;

export const clipFailureSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('damaged') }),
  /** By RFC 6381. */
  z.object({ kind: z.literal('codec'), codec: z.string() }),
  z.object({ kind: z.literal('decode') }),
]);
export type ClipFailure = z.infer<typeof clipFailureSchema>;

export const previewReplySchema = z.discriminatedUnion('type', [
  /** The worker needs a clip's file. */
  z.object({ type: z.literal('want'), sha256: shaSchema }),
  /** The worker needs the file of music or a voice-over. */
  z.object({ type: z.literal('want-audio'), sha256: shaSchema }),
  z.object({ type: z.literal('opened'), sha256: shaSchema }),
  /** The clip can't be shown: it was tried twice. */
  z.object({ type: z.literal('failed'), sha256: shaSchema, failure: clipFailureSchema }),
  /** A frame of the movie is on the canvas. */
  z.object({ type: z.literal('shown'), frame: z.number().int() }),
  /** A small picture of a frame is on the canvas; the exact one follows unless another one is wanted by then. */
  z.object({ type: z.literal('scrubbed'), frame: z.number().int() }),
  /** Planar, at `SOUND_FORMAT`; `from` is a sample of the movie. */
  z.object({
    type: z.literal('sound'),
    id: z.number().int(),
    from: z.number().int(),
    planes: z.array(z.instanceof(Float32Array<ArrayBuffer>)),
  }),
]);
export type PreviewReply = z.infer<typeof previewReplySchema>;
