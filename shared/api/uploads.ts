/** Sending own material in parts that can be sent again, and what a person has. */
import { z } from 'zod';
import { idSchema, sha256Schema } from '../entities/id.ts';
import { mediaFactsSchema } from '../entities/media-facts.ts';
import { ownFileKindSchema, ownFileSchema, pictureFactsSchema, soundFactsSchema } from '../entities/own-file.ts';
import { writtenText } from '../entities/written-text.ts';
import { limits } from '../limits.ts';

const { video, audio } = mediaFactsSchema.shape;

/** What a browser found in a file. */
export const toldFactsSchema = z.strictObject({
  clip: z
    .strictObject({
      video: z.strictObject({ ...video.shape, fps: z.strictObject(video.shape.fps.shape) }),
      audio: z.strictObject(audio.unwrap().shape).nullable(),
    })
    .optional(),
  picture: z.strictObject(pictureFactsSchema.shape).optional(),
  sound: z.strictObject(soundFactsSchema.shape).optional(),
});
export type ToldFacts = z.infer<typeof toldFactsSchema>;

export const startUploadRequest = z.strictObject({
  sha256: sha256Schema,
  sizeBytes: z.number().int().positive(),
  kind: ownFileKindSchema,
  name: writtenText().max(limits.ownFileNameLength).optional(),
  /**
   * What the browser found in the file. The server reads MP4, MOV, and pictures itself; for other files it takes these.
   */
  facts: toldFactsSchema.optional(),
});
export type StartUploadRequest = z.infer<typeof startUploadRequest>;

/** Either the person has the file, or parts are still to be sent. */
export const startUploadReply = z.object({
  file: ownFileSchema.nullable(),
  upload: z
    .object({
      id: idSchema,
      partBytes: z.number().int(),
      partCount: z.number().int(),
      /** Numbers of the parts that are there, from 1. */
      received: z.array(z.number().int()),
    })
    .nullable(),
});
export type StartUploadReply = z.infer<typeof startUploadReply>;

export const ownFileReply = ownFileSchema;
export const ownFilesReply = z.array(ownFileSchema);
