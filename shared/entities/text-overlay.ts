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

export const textAlignSchema = z.enum(['left', 'center', 'right']);

/** How a text's letters look. What is missing is off, or centered. */
export const textLookSchema = z.strictObject({
  /** Weight 800 instead of 600. */
  bold: z.boolean().optional(),
  /** Of the lines in their box; at the top, the center, and the bottom also of the box in the frame. */
  align: textAlignSchema.optional(),
  outline: z.boolean().optional(),
  shadow: z.boolean().optional(),
  /** A plate behind the lines. */
  box: z.boolean().optional(),
});
export type TextLook = z.infer<typeof textLookSchema>;

const fade = z.number().min(0).max(limits.textFadeMaxSeconds).optional();

export const textStyleSchema = textLookSchema.extend({ fadeInSeconds: fade, fadeOutSeconds: fade });
export type TextStyle = z.infer<typeof textStyleSchema>;

export const textOverlaySchema = z.strictObject({
  /** Made by the client and unique in its scene. Texts from before there were ids have none, nor do those of other clients. */
  id: idSchema.optional(),
  text: writtenText().min(1).max(limits.overlayTextLength),
  /** Pixels in a frame whose short side is 720; scaled with the output. */
  fontSize: z.number().int().min(limits.fontSizeMin).max(limits.fontSizeMax),
  color: z.string().regex(/^#[0-9A-Fa-f]{6}$/, valueWords.color),
  position: overlayPositionSchema,
  startTime: z.number().min(0).max(limits.textTimeMaxSeconds),
  endTime: z.number().min(0).max(limits.textTimeMaxSeconds),
  /** Texts in the bare form have none. */
  style: textStyleSchema.optional(),
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
