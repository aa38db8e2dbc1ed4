/** A person's own material: a file that they brought, named by the hash of its bytes, so that it is known before the server has it. */
import { z } from 'zod';
import { sha256Schema } from './id.ts';
import { mediaFactsSchema } from './media-facts.ts';
import { limits } from '../limits.ts';

export const ownFileKinds = ['clip', 'picture', 'sound'] as const;
export const ownFileKindSchema = z.enum(ownFileKinds);
export type OwnFileKind = z.infer<typeof ownFileKindSchema>;

/** What an own file may be sent and served as: nothing that a browser would run. */
export const ownFileTypes = [
  'video/mp4',
  'video/quicktime',
  'video/webm',
  'video/x-matroska',
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/avif',
  'audio/mpeg',
  'audio/aac',
  'audio/mp4',
  'audio/wav',
  'audio/flac',
  'audio/ogg',
  'audio/webm',
] as const;
export const ownFileTypeSchema = z.enum(ownFileTypes);
export type OwnFileType = z.infer<typeof ownFileTypeSchema>;

export const pictureFactsSchema = z.object({
  /** Pixels, upright. */
  width: z.number().int().positive(),
  height: z.number().int().positive(),
});
export const soundFactsSchema = z.object({
  codec: z.string().max(100),
  sampleRate: z.number().int().positive(),
  channels: z.number().int().positive(),
  durationSeconds: z.number().positive(),
});

const common = {
  sha256: sha256Schema,
  /** As it was called where it came from. */
  name: z.string().max(limits.ownFileNameLength),
  sizeBytes: z.number().int().positive(),
  type: ownFileTypeSchema,
  createdAt: z.number(),
};
export const ownFileSchema = z.discriminatedUnion('kind', [
  z.object({ ...common, kind: z.literal('clip'), facts: mediaFactsSchema }),
  z.object({ ...common, kind: z.literal('picture'), facts: pictureFactsSchema }),
  z.object({ ...common, kind: z.literal('sound'), facts: soundFactsSchema }),
]);
export type OwnFile = z.infer<typeof ownFileSchema>;
/** What of an own clip a scene's row says. */
export const ownClipSchema = z.object({ sha256: sha256Schema, sizeBytes: common.sizeBytes, facts: mediaFactsSchema });
export type OwnClip = z.infer<typeof ownClipSchema>;
