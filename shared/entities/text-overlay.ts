/** A line of text laid over a scene. Times are seconds of the clip before trimming. */
import { z } from 'zod';
import { limits } from '../limits.ts';
import { idSchema } from './id.ts';
import { valueWords } from './words.ts';
import { writtenText } from './written-text.ts';

export const overlayPositionSchema = z.union([
  z.enum(['top', 'center', 'bottom']),
  /** Percent of the frame at the middle of the text box. */
  z.strictObject({ x: z.number().min(0).max(100), y: z.number().min(0).max(100) }),
]);
export type OverlayPosition = z.infer<typeof overlayPositionSchema>;

export const textOverlaySchema = z.strictObject({
  /** Made by the client and unique in its scene. Texts from before there were ids have none, nor do those of other clients. */
  id: idSchema.optional(),
  text: writtenText().min(1).max(limits.overlayTextLength),
  /** Pixels in a frame whose short side is 720; scaled with the output. */
  fontSize: z.number().int().min(limits.fontSizeMin).max(limits.fontSizeMax),
  color: z.string().regex(/^#[0-9A-Fa-f]{6}$/, valueWords.color),
  position: overlayPositionSchema,
  startTime: z.number().min(0).max(600),
  endTime: z.number().min(0).max(600),
});
export type TextOverlay = z.infer<typeof textOverlaySchema>;

export const textOverlaysSchema = z
  .array(
    textOverlaySchema.refine((o) => o.startTime < o.endTime, {
      message: valueWords.overlayTimes,
      path: ['startTime'],
    }),
  )
  .max(limits.overlaysPerScene);
