/** Makes one clip of a picture or a title card. */
import { ownFileWords as words } from '#shared/own-files/words.ts';
import { MediaFailure } from '../failures.ts';
import { UnusableFile } from '../import/read-file.ts';
import { encodeStill } from './encode-still.ts';
import { openPicture } from './open-picture.ts';
import { stillRequestSchema, type StillReply, type StillRequest } from './protocol.ts';
import { tagsBeside } from './tags-beside.ts';

type WorkerScope = Pick<DedicatedWorkerGlobalScope, 'postMessage' | 'addEventListener'>;
declare const self: WorkerScope;

self.addEventListener('message', (event: MessageEvent<unknown>) => {
  const request = stillRequestSchema.parse(event.data);
  const send = (reply: StillReply): void => self.postMessage(reply);
  void make(request).then(send, (error: unknown) => send(failure(error, request)));
});

async function make(request: StillRequest): Promise<StillReply> {
  const opened = request.picture === null ? null : await openPicture(request.picture, request);
  try {
    const tags = await tagsBeside(request.beside, request);
    const clip = await encodeStill(opened?.picture ?? null, request, tags);
    return { type: 'done', clip, isAnimated: opened?.isAnimated ?? false };
  } finally {
    opened?.picture.close();
  }
}

function failure(error: unknown, { name }: StillRequest): StillReply {
  if (error instanceof UnusableFile) return { type: 'unusable', sentence: error.message };
  if (error instanceof MediaFailure && (error.code === 'no-webcodecs' || error.code === 'unsupported-encoder'))
    return { type: 'unusable', sentence: words.noEncoder({ name }) };
  return { type: 'failed', detail: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
}
