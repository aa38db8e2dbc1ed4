/** How a server that writes no movies itself tells export services that there is work. */
import { z } from 'zod';
import type { WriterCheck } from './movie-writer/port.ts';

/** What is used of a queue's binding. */
export type ExportQueue = {
  sendBatch(messages: { body: unknown; contentType: 'json' }[]): Promise<unknown>;
};

const ANSWER_MS = 10_000;

const checkReply = z.object({ available: z.boolean(), version: z.string().nullable(), error: z.string().nullable() });

/** One service at an address of its own. */
export type CalledService = { url: string; token: string };

/** Tells it that exports wait. @throws when it doesn't answer */
export async function callService({ url, token }: CalledService): Promise<void> {
  const reply = await fetch(`${url}/wake`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    redirect: 'manual',
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  await reply.body?.cancel();
  if (reply.status !== 202) throw new Error(`The export service answered ${reply.status}.`);
}

/** Whether it can write movies. @throws when it doesn't answer */
export async function checkService({ url, token }: CalledService): Promise<WriterCheck> {
  const reply = await fetch(`${url}/check`, {
    headers: { Authorization: `Bearer ${token}` },
    redirect: 'manual',
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  if (reply.status !== 200) throw new Error(`The export service answered ${reply.status}.`);
  return checkReply.parse(await reply.json());
}

/** A message for each export that waits; whoever gets one claims whichever is next. */
export async function sendToQueue(queue: ExportQueue, count: number): Promise<void> {
  const body = { exports: 'waiting' };
  await queue.sendBatch(Array.from({ length: count }, () => ({ body, contentType: 'json' })));
}
