/** What the check of a finished movie found. */
import { z } from 'zod';
import { colorTagsSchema } from '#shared/color/color-tags.ts';

/** What was found when the finished file was opened again. */
export const verificationSchema = z.object({
  frameCount: z.number().int(),
  videoDurationUs: z.number(),
  /** 0 only for a movie that has no sound in any clip. */
  audioDurationUs: z.number(),
  videoCodec: z.string(),
  audioCodec: z.string().nullable(),
  color: colorTagsSchema,
  /** Which pictures of the file were decoded: none where whoever made it has no decoder for them. */
  decoded: z.enum(['none', 'sampled', 'every']),
  /** Stretches of which a frame was decoded and compared. */
  comparedStretches: z.number().int(),
  /** Largest difference between a stretch's compared frame and what it was to be; 0 to 255. */
  worstPictureDifference: z.number(),
});
export type Verification = z.infer<typeof verificationSchema>;
