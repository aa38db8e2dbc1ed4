import type { Bucket } from '#edge-api/providers/media-store/r2.ts';

export type LocalEdgeOptions = {
  folder: string;
  port: number;
  host?: string;
  environment?: Record<string, string>;
  entry?: string;
  onLog?: (text: string) => void;
};
export type LocalEdge = {
  url: string;
  databaseUrl: string;
  miniflare: {
    dispatchFetch(url: string, init: RequestInit): Promise<Response>;
    getR2Bucket(binding: string): Promise<Bucket>;
  };
  ring(atMs?: number): Promise<void>;
  close(): Promise<void>;
};
export function startLocalEdge(options: LocalEdgeOptions): Promise<LocalEdge>;
