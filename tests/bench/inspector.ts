/** What V8's inspector says of the Worker's isolate in workerd: where its processor time goes, and what its heap holds. */
import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const targets = z.array(z.object({ webSocketDebuggerUrl: z.string() }));
const answerSchema = z.object({ id: z.number(), result: z.unknown().optional(), error: z.unknown().optional() });
const profileSchema = z.object({
  profile: z.object({
    nodes: z.array(z.object({ id: z.number(), callFrame: z.object({ functionName: z.string() }) })),
    samples: z.array(z.number()),
  }),
});
const heapSchema = z.object({
  usedSize: z.number(),
  /** Of other versions of V8 there is less to know. */
  backingStorageSize: z.number().default(0),
  embedderHeapUsedSize: z.number().default(0),
});

const INTERVAL_US = 200;
const PATIENCE_MS = 60_000;
/** workerd never says that it is idle, so waiting counts as the program. */
const NOT_OURS = new Set(['(root)', '(program)', '(idle)']);

/** What is used of a WebSocket. */
type Connection = {
  on(event: 'open' | 'error' | 'message' | 'close', listen: (data: unknown) => void): void;
  send(text: string): void;
  close(): void;
};

export type Inspector = {
  /** Runs something, and tells how long the isolate ran our code or collected garbage meanwhile, in milliseconds. */
  workedMs(run: () => Promise<void>): Promise<number>;
  /** Bytes of the isolate's objects and of the buffers beside them, garbage included. */
  heapBytes(): Promise<number>;
  /** The same after garbage was collected, which workerd does in the course of some request: it is knocked at meanwhile. */
  heldBytes(): Promise<number>;
  close(): void;
};

/** @throws Error when workerd has taken too long for an answer */
async function tooLate(method: string): Promise<never> {
  await pause(PATIENCE_MS, undefined, { ref: false });
  throw new Error(`${method} was not answered in ${PATIENCE_MS / 1000} seconds.`);
}

/** The caller closes it. @param knock asks the Worker for something that costs next to nothing */
export async function openInspector(port: number, knock: () => Promise<void>): Promise<Inspector> {
  const [target] = targets.parse(await (await fetch(`http://127.0.0.1:${port}/json`)).json());
  if (target === undefined) throw new Error('There is nothing to inspect.');
  const edgeTools = fileURLToPath(new URL('../edge/package.json', import.meta.url));
  const { WebSocket } = createRequire(edgeTools)('ws') as { WebSocket: new (url: string) => Connection };
  const connection = new WebSocket(target.webSocketDebuggerUrl);
  await new Promise<void>((resolve, reject) => {
    connection.on('open', () => resolve());
    connection.on('error', reject);
  });
  const waiting = new Map<number, (answer: z.infer<typeof answerSchema>) => void>();
  const ended = new Promise<never>((_, reject) =>
    connection.on('close', () => reject(new Error('workerd has closed its inspector.'))),
  );
  // Whoever asks after it is told.
  ended.catch(() => {});
  connection.on('message', (data) => {
    const answer = answerSchema.safeParse(JSON.parse(String(data)));
    if (answer.success) waiting.get(answer.data.id)?.(answer.data);
  });
  let last = 0;
  const ask = async (method: string, params: object = {}): Promise<unknown> => {
    const id = ++last;
    const answered = new Promise<z.infer<typeof answerSchema>>((resolve) => waiting.set(id, resolve));
    connection.send(JSON.stringify({ id, method, params }));
    const { result, error } = await Promise.race([answered, ended, tooLate(method)]);
    waiting.delete(id);
    if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
    return result;
  };
  await ask('Runtime.enable');
  await ask('Profiler.enable');
  await ask('Profiler.setSamplingInterval', { interval: INTERVAL_US });
  const heapBytes = async (): Promise<number> => {
    const heap = heapSchema.parse(await ask('Runtime.getHeapUsage'));
    return heap.usedSize + heap.backingStorageSize + heap.embedderHeapUsedSize;
  };
  return {
    workedMs: async (run) => {
      await ask('Profiler.start');
      await run();
      const { profile } = profileSchema.parse(await ask('Profiler.stop'));
      const others = new Set(
        profile.nodes.flatMap(({ id, callFrame }) => (NOT_OURS.has(callFrame.functionName) ? [id] : [])),
      );
      // A sample stands for one interval: the time since the last one is that of waiting, too.
      return (profile.samples.filter((id) => !others.has(id)).length * INTERVAL_US) / 1000;
    },
    heapBytes,
    heldBytes: async () => {
      const collecting = { isOver: false };
      const collected = ask('HeapProfiler.collectGarbage').finally(() => (collecting.isOver = true));
      // Whoever waits for it below is told.
      collected.catch(() => {});
      while (!collecting.isOver) await knock();
      await collected;
      return heapBytes();
    },
    close: () => connection.close(),
  };
}
