/** A version of a project: what its document was at some time. Clips aren't in it, only which ones its scenes played, nor are pictures of characters. */
import { z } from 'zod';
import { limits } from '../limits.ts';
import { deviceSchema, writtenCharacterSchema } from './history.ts';
import { idSchema } from './id.ts';
import { projectSchema } from './project.ts';
import { sceneSchema } from './scene.ts';

/** Why it was kept. */
export const versionReasonSchema = z.enum(['named', 'editing', 'delete', 'generate', 'file', 'restore']);
export type VersionReason = z.infer<typeof versionReasonSchema>;

export const versionDocumentSchema = z.strictObject({
  project: projectSchema.pick({ title: true, description: true, model: true, levelling: true, audio: true }).strict(),
  /** Extension segments included. */
  scenes: z.array(sceneSchema.strict()).max(limits.scenesPerProject * 2),
  /** Without their pictures. Versions that are older than this field don't say, and change none. */
  characters: z.array(writtenCharacterSchema.strict()).max(limits.charactersPerProject).optional(),
});
export type VersionDocument = z.infer<typeof versionDocumentSchema>;

/** What a list of versions tells. */
export const versionSummarySchema = z.object({
  id: idSchema,
  projectId: idSchema,
  /** Milliseconds since the epoch. */
  at: z.number(),
  reason: versionReasonSchema,
  /** As the person called it; null for one that was kept by itself. */
  name: z.string().nullable(),
  /** Where it was kept; null when the client didn't say. */
  device: deviceSchema.nullable(),
});
export type VersionSummary = z.infer<typeof versionSummarySchema>;
