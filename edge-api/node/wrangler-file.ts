/** wrangler.toml: whether the Worker would have everything that it asks for, under the names that belong together. */
import { parse, TomlError } from 'smol-toml';
import { z } from 'zod';
import { deployCheckWords as words } from '../operator-words.ts';
import type { Finding } from './deploy-check.ts';

const queueName = z.string().min(1);

/** What is read of it. Everything else is wrangler's own business. */
const fileSchema = z.object({
  name: z.string().default(''),
  main: z.string().default(''),
  compatibility_flags: z.array(z.string()).default([]),
  vars: z.record(z.string(), z.unknown()).default({}),
  assets: z
    .object({ directory: z.string().default(''), binding: z.string().default(''), run_worker_first: z.unknown() })
    .optional(),
  triggers: z.object({ crons: z.array(z.string()).default([]) }).optional(),
  queues: z
    .object({
      producers: z.array(z.object({ binding: z.string(), queue: queueName })).default([]),
      consumers: z.array(z.object({ queue: queueName, dead_letter_queue: queueName.optional() })).default([]),
    })
    .default({ producers: [], consumers: [] }),
  r2_buckets: z.array(z.object({ binding: z.string(), bucket_name: z.string().min(1) })).default([]),
});

export type WranglerFile = z.infer<typeof fileSchema>;

/** How the Worker tells turns that failed too often from those to be taken (`edge-api/worker.ts`). */
const DEAD = '-dead';

/** Reads it. @returns why it can't be read, as a sentence */
export function readWranglerFile(text: string): WranglerFile | string {
  try {
    const read = fileSchema.safeParse(parse(text));
    if (read.success) return read.data;
    const [issue] = read.error.issues;
    return words.badToml({ reason: `${issue?.path.join('.')}: ${issue?.message}` });
  } catch (error) {
    if (error instanceof TomlError) return words.badToml({ reason: error.message.split('\n')[0] ?? '' });
    throw error;
  }
}

/** What is bound, each by the name that somebody looks for in the file. */
export function findingsOf(file: WranglerFile): Finding[] {
  const { assets, queues, r2_buckets: buckets } = file;
  const queueOf = (binding: string): string | null =>
    queues.producers.find((producer) => producer.binding === binding)?.queue ?? null;
  const consumerOf = (queue: string | null) => queues.consumers.find((consumer) => consumer.queue === queue) ?? null;
  const jobs = queueOf('JOBS');
  const dead = consumerOf(jobs)?.dead_letter_queue ?? null;
  const checks: [string, boolean | string][] = [
    ['name', file.name !== ''],
    ['main', file.main === 'edge-api/worker.ts'],
    ['compatibility_flags', file.compatibility_flags.includes('nodejs_compat')],
    ['ASSETS', assets?.binding === 'ASSETS' && assets.directory === 'dist/web'],
    // Otherwise pages would come without the headers that protect them.
    ['run_worker_first', assets?.run_worker_first === true],
    ['MEDIA', buckets.some(({ binding }) => binding === 'MEDIA')],
    ['JOBS', jobs !== null],
    ['EXPORTS', exportsProblem(queueOf('EXPORTS'), consumerOf(queueOf('EXPORTS')) !== null)],
    ['queues.consumers', jobs === null || consumerProblem(jobs, consumerOf(jobs) !== null, dead)],
    ['dead_letter_queue', dead === null || consumerOf(dead) !== null || words.noConsumer({ queue: dead })],
    ['crons', file.triggers?.crons.includes('* * * * *') ?? false],
  ];
  return checks.map(([name, answer]) => ({ what: words.binding({ name }), problem: problemOf(answer) }));
}

function problemOf(answer: boolean | string): string | null {
  if (typeof answer === 'string') return answer;
  return answer ? null : words.notBound;
}

function exportsProblem(queue: string | null, isConsumed: boolean): boolean | string {
  if (queue === null) return false;
  return !isConsumed || words.consumed({ queue });
}

function consumerProblem(jobs: string, isConsumed: boolean, dead: string | null): boolean | string {
  if (!isConsumed) return words.noConsumer({ queue: jobs });
  if (dead === null) return words.noDeadLetters({ queue: jobs });
  return dead.endsWith(DEAD) || words.deadName({ queue: dead });
}
