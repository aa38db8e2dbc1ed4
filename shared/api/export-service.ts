/**
 * What an export service asks of the server whose movies it writes: one call with one of these orders, and media by links
 * that the server signed. Every order about an export names its lease, and is refused once the lease is lost.
 */
import { z } from 'zod';
import { exportFormatSchema, exportPhaseSchema } from '../entities/export-job.ts';
import { idSchema, sha256Schema } from '../entities/id.ts';
import { receiptSchema } from '../export-receipt/receipt.ts';
import { limits } from '../limits.ts';

/** Takes an order, with the service's token. */
export const EXPORT_SERVICE_PATH = '/api/export-service';

const nameSchema = z.string().regex(/^[0-9a-f]{8,64}$/);
const leaseSchema = z.strictObject({ id: idSchema, leaseBy: nameSchema });
const sentenceSchema = z.string().min(1).max(1_000);
const partsOfLargest = Math.ceil(limits.exportsKeptBytes / limits.uploadPartBytes);
const atOnceMax = 64;

export const exportOrderSchema = z.discriminatedUnion('order', [
  /** Says that it is there, and why it can't write movies; null when it can. */
  z.strictObject({ order: z.literal('show'), id: nameSchema, error: sentenceSchema.nullable() }),
  z.strictObject({ order: z.literal('leave'), id: nameSchema }),
  z.strictObject({ order: z.literal('next'), hasFfmpeg: z.boolean() }),
  z.strictObject({
    order: z.literal('claim'),
    leaseBy: nameSchema,
    limit: z.number().int().min(1).max(atOnceMax),
    hasFfmpeg: z.boolean(),
  }),
  z.strictObject({ order: z.literal('holds'), lease: leaseSchema }),
  z.strictObject({
    order: z.literal('renew'),
    lease: leaseSchema,
    progress: z.number().int().min(0).max(99),
    phase: exportPhaseSchema,
  }),
  /** Names the file that is coming. */
  z.strictObject({
    order: z.literal('name'),
    lease: leaseSchema,
    sha256: sha256Schema,
    sizeBytes: z.number().int().min(1).max(limits.exportsKeptBytes),
  }),
  /** Puts the parts of the file together. */
  z.strictObject({
    order: z.literal('store'),
    lease: leaseSchema,
    sha256: sha256Schema,
    sizeBytes: z.number().int().min(1).max(limits.exportsKeptBytes),
    parts: z.array(sha256Schema).min(1).max(partsOfLargest),
  }),
  z.strictObject({ order: z.literal('complete'), lease: leaseSchema, receipt: receiptSchema }),
  z.strictObject({ order: z.literal('fail'), lease: leaseSchema, sentence: sentenceSchema }),
  z.strictObject({ order: z.literal('give-back'), lease: leaseSchema }),
  z.strictObject({ order: z.literal('retry'), lease: leaseSchema }),
]);
export type ExportOrder = z.infer<typeof exportOrderSchema>;

/** When the next export can be claimed, in milliseconds since the epoch; null when none waits. */
export const nextExportReply = z.object({ nextMs: z.number().nullable() });
/** Whether the lease is still held. */
export const heldReply = z.object({ held: z.boolean() });

/** A path of the server that needs no token, for so long as its signature says. */
const linkSchema = z.string().startsWith(`${EXPORT_SERVICE_PATH}/`);

export const claimedExportsReply = z.object({
  exports: z.array(
    z.object({
      id: idSchema,
      format: exportFormatSchema,
      movie: z.string(),
      attempt: z.number().int(),
      createdAtMs: z.number().int(),
      /** A link to read each file of the movie by, under its SHA-256. */
      links: z.record(sha256Schema, linkSchema),
    }),
  ),
});

/** With a link to send each part of the file to. */
export const namedFileReply = heldReply.extend({ partBytes: z.number().int(), parts: z.array(linkSchema) });

export const storedPartReply = z.object({ sha256: sha256Schema });
