/** Reports about public projects, and what operators do about them. */
import { z } from 'zod';
import { idSchema } from '../entities/id.ts';
import { limits } from '../limits.ts';

export const reportReasons = [
  'illegal',
  'sexual',
  'violent',
  'hateful',
  'copyright',
  'privacy',
  'spam',
  'other',
] as const;
export type ReportReason = (typeof reportReasons)[number];

export const reportRequest = z.strictObject({
  reason: z.enum(reportReasons),
  details: z.string().trim().max(limits.reportLength).default(''),
});

export const reportSchema = z.object({
  id: idSchema,
  projectId: idSchema,
  title: z.string(),
  /** False when it was unpublished since. */
  isPublic: z.boolean(),
  reason: z.enum(reportReasons),
  details: z.string(),
  at: z.number(),
});
export type Report = z.infer<typeof reportSchema>;

/** The newest first. */
export const reportsReply = z.array(reportSchema);
