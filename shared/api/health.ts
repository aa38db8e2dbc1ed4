/** Calls about the service itself. */
import { z } from 'zod';

/** Whether requests may be sent here. */
export const readyReply = z.object({
  ready: z.boolean(),
  database: z.enum(['ok', 'unreachable']),
  /** Whether generations are worked on. */
  jobs: z.enum(['running', 'stopped']),
});

const operatorHealth = z.object({
  /** On the disk of the database and the media; null where it can't be told. */
  freeBytes: z.number().nullable(),
  /** Of one person. */
  limits: z.object({ projects: z.number(), scenes: z.number(), bytes: z.number() }),
  /** Of one person; of clips also of one API key. */
  atOnce: z.object({ clips: z.number(), aiCalls: z.number(), requests: z.number() }),
  /** Calls a minute of each kind; null is no limit. */
  perMinute: z.record(z.string(), z.object({ perUser: z.number().nullable(), perAddress: z.number().nullable() })),
  /** What waits or is worked on, of all people; null where the database can't tell. */
  queue: z
    .object({
      generations: z.number().int(),
      exports: z.number().int(),
      /** Turns of jobs that the edge's queue gave up delivering in the last day. */
      deadTurns: z.number().int(),
    })
    .nullable(),
});
export type OperatorHealth = z.infer<typeof operatorHealth>;

export const healthReply = z.object({
  /** `degraded`: it reads, but can't save anything, or has no database. */
  status: z.enum(['ok', 'degraded']),
  version: z.string(),
  database: z.enum(['ok', 'unreachable']),
  ffmpeg: z.boolean(),
  /** What operators alone are told. */
  operator: operatorHealth.optional(),
});
