/** Parts of a file, stored one by one, as one stream. */
import type { MediaStore } from '#edge-api/providers/media-store/port.ts';

/** The parts one after the other, each opened when its turn comes. */
export function joinedParts(
  store: Pick<MediaStore, 'read'>,
  parts: readonly { sha256: string }[],
): ReadableStream<Uint8Array> {
  let next = 0;
  let reader: ReadableStreamDefaultReader<Uint8Array> | null = null;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        for (;;) {
          if (reader === null) {
            const part = parts[next++];
            if (part === undefined) return controller.close();
            reader = (await store.read(part.sha256)).getReader();
          }
          const { done, value } = await reader.read();
          if (!done) return controller.enqueue(value);
          reader = null;
        }
      },
      cancel: (reason) => reader?.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
