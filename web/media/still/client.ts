/** The page's side of making a clip of a picture or a title card. Each has a worker of its own, ended with it. */
import { askOnce } from '../ask-once.ts';
import { MediaFailure } from '../failures.ts';
import { stillReplySchema, type StillRequest } from './protocol.ts';

/** Either an MP4, or a sentence that names the picture and says why none can be made. */
export type MadeStill = { ok: true; clip: Blob; isAnimated: boolean } | { ok: false; sentence: string };

/** @throws MediaFailure when the worker is lost or breaks, an AbortError */
export function makeStill(request: StillRequest, signal?: AbortSignal): Promise<MadeStill> {
  const open = (): Worker =>
    new Worker(new URL('./still.worker.ts', import.meta.url), { type: 'module', name: 'still' });
  const take = (message: unknown): MadeStill => {
    const reply = stillReplySchema.parse(message);
    if (reply.type === 'done') return { ok: true, clip: reply.clip, isAnimated: reply.isAnimated };
    if (reply.type === 'unusable') return { ok: false, sentence: reply.sentence };
    throw new MediaFailure('internal', { detail: reply.detail });
  };
  return askOnce(open, request, take, signal);
}
