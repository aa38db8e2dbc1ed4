/** What an export gives when it has ended well. */
import { z } from 'zod';
import { verificationSchema } from '#shared/export-receipt/verification.ts';
import { receiptSchema } from '#shared/export-receipt/receipt.ts';

export const exportResultSchema = z.object({
  /** The movie, where it is no file in the origin private file system. */
  blob: z.instanceof(Blob).nullable(),
  sizeBytes: z.number().int(),
  elapsedMs: z.number(),
  /** Of `elapsedMs`: until the file could be read, its check aside. */
  writtenMs: z.number(),
  verification: verificationSchema,
  receipt: receiptSchema,
  /** Names of the kept pieces that it read or wrote. */
  pieces: z.array(z.string()),
});
export type ExportResult = z.infer<typeof exportResultSchema>;
