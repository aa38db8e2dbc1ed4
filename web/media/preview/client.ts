/** The page's side of the preview's worker. */
import { previewReplySchema, type PreviewReply, type PreviewRequest } from './protocol.ts';
import { SOUND_FORMAT } from './sound-format.ts';

export type { PreviewReply, PreviewRequest };
export { SOUND_FORMAT };

export type PreviewLink = {
  send(request: PreviewRequest, transfer?: Transferable[]): void;
  /** Ends the worker. */
  close(): void;
};

/** @param onLost when the worker has died; nothing comes after it. Whoever opens the link closes it. */
export function openPreview(onReply: (reply: PreviewReply) => void, onLost: () => void): PreviewLink {
  const worker = new Worker(new URL('./preview.worker.ts', import.meta.url), { type: 'module', name: 'preview' });
  const lose = (): void => {
    worker.terminate();
    onLost();
  };
  worker.onmessage = (event: MessageEvent<unknown>) => onReply(previewReplySchema.parse(event.data));
  worker.onerror = lose;
  worker.onmessageerror = lose;
  return {
    send: (request, transfer = []) => worker.postMessage(request, transfer),
    close: () => worker.terminate(),
  };
}
