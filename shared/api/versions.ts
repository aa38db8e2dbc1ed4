/** Keeping versions of a project, and reading them. */
import { z } from 'zod';
import { idSchema } from '../entities/id.ts';
import { versionDocumentSchema, versionReasonSchema, versionSummarySchema } from '../entities/version.ts';
import { writtenText } from '../entities/written-text.ts';
import { limits } from '../limits.ts';

export const createVersionRequest = z.strictObject({
  /** Made by the client. A version that is there is never changed: sent again, it stays as it is. */
  id: idSchema,
  /** When it was kept, in milliseconds since the epoch. A time that is still to come counts as now. */
  at: z.number().int().min(0),
  reason: versionReasonSchema,
  name: writtenText().min(1).max(limits.titleLength).nullable(),
  /** `{project, scenes, characters?}`: the project’s title, description, model, leveling, and audio, and all rows of its scenes; `characters`: the ids, names, and descriptions of its characters. */
  document: z.unknown(),
});
export type CreateVersionRequest = z.infer<typeof createVersionRequest>;

export const versionReply = versionSummarySchema;

/** The newest first. */
export const versionListReply = z.array(versionSummarySchema);

export const wholeVersionReply = versionSummarySchema.extend({ document: versionDocumentSchema });
export type WholeVersion = z.infer<typeof wholeVersionReply>;
