import type { Bucket } from '#edge-api/providers/media-store/r2.ts';

/** What may be changed of it. */
export type AdaptedWorker = {
  bindings: Record<string, string>;
  queueConsumers: Record<string, { maxRetries: number; deadLetterQueue?: string }>;
};
export type LocalEdgeOptions = {
  folder: string;
  port: number;
  host?: string;
  environment?: Record<string, string>;
  entry?: string;
  /** Workers of Miniflare’s that share its queues. */
  beside?: readonly object[];
  /** Changes what Miniflare is told of the Worker. */
  adapt?: (worker: AdaptedWorker) => AdaptedWorker | Promise<AdaptedWorker>;
  /** Where V8's inspector listens, on this machine. */
  inspectorPort?: number;
  onLog?: (text: string) => void;
};
export type LocalWorker = {
  queue(
    name: string,
    messages: { id: string; timestamp: Date; attempts: number; body: unknown }[],
  ): Promise<{ outcome: string; retryMessages: { msgId: string; delaySeconds?: number }[] }>;
};
export type LocalEdge = {
  url: string;
  databaseUrl: string;
  /** What a host of the database would bill so far. */
  databaseRows(): Promise<{ read: number; written: number }>;
  miniflare: {
    dispatchFetch(url: string, init: RequestInit): Promise<Response>;
    getR2Bucket(binding: string): Promise<Bucket>;
    getWorker(): Promise<LocalWorker>;
  };
  ring(atMs?: number): Promise<void>;
  restart(): Promise<void>;
  close(): Promise<void>;
};
export function startLocalEdge(options: LocalEdgeOptions): Promise<LocalEdge>;
