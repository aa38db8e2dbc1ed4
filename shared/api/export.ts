/** Calls about exports that the server makes. */
import { z } from 'zod';
import { exportFormatSchema, exportJobSchema, exportResolutionSchema } from '../entities/export-job.ts';
import { idSchema } from '../entities/id.ts';

export const checkFfmpegReply = z.object({ available: z.boolean(), error: z.string().nullable() });
export type CheckFfmpegReply = z.infer<typeof checkFfmpegReply>;

export const startExportRequest = z.strictObject({ resolution: exportResolutionSchema, format: exportFormatSchema });
export const startExportReply = z.object({ id: idSchema });
export const exportJobReply = exportJobSchema;
