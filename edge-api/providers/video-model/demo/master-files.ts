/** The demo studio's files: what there is, and how they are read. */
import { z } from 'zod';
import { aspectRatioSchema } from '#shared/catalogue/models.ts';

const clipSchema = z.object({
  ratio: aspectRatioSchema,
  resolution: z.enum(['720p', '1080p']),
  file: z.string(),
  firstFrame: z.string(),
  /** By length in seconds. */
  lastFrames: z.object({ '4': z.string(), '5': z.string(), '6': z.string(), '8': z.string() }),
});
export type MasterClip = z.infer<typeof clipSchema>;

const extendedSchema = z.object({
  ratio: aspectRatioSchema,
  file: z.string(),
  firstFrame: z.string(),
  lastFrame: z.string(),
});

const manifestSchema = z.object({
  moods: z
    .array(
      z.object({
        id: z.string(),
        label: z.string(),
        searchWords: z.array(z.string()).min(1),
        clips: z.array(clipSchema).min(1),
        /** Films that go on from the 8 s ones, with those in them. */
        extended: z.array(extendedSchema),
      }),
    )
    .min(1),
});
export type MasterManifest = z.infer<typeof manifestSchema>;

/** Reads a file of the studio by its name in the manifest. */
export type ReadMaster = (name: string) => Promise<Uint8Array<ArrayBuffer>>;

export async function readManifest(read: ReadMaster): Promise<MasterManifest> {
  return manifestSchema.parse(JSON.parse(new TextDecoder().decode(await read('manifest.json'))));
}
