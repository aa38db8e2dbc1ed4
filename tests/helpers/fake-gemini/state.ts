// Everything the fake remembers between requests.

import type { FakeRequest, LoggedRequest, Operation } from './request.ts';
import type { Reply } from './reply.ts';
import type { ResolvedOptions } from './options.ts';
import type { StoredFile, VideoJob } from './video-job.ts';

/** A scripted answer; a function that returns undefined lets the usual answer through. */
export type Outcome = Reply | ((request: FakeRequest) => Reply | undefined | Promise<Reply | undefined>);

/** A hop to the second origin, with or without the key. */
export interface RedirectHit {
  path: string;
  /** True if the key came along in a header or in the address, which it never should. */
  hadKey: boolean;
}

export interface FakeState {
  options: ResolvedOptions;
  /** Base address without a trailing slash; set once the server listens. */
  baseUrl: string;
  redirectUrl: string;
  requests: LoggedRequest[];
  redirects: RedirectHit[];
  jobs: VideoJob[];
  files: Map<string, StoredFile>;
  script: Map<Operation, Outcome[]>;
  counts: Map<string, number>;
}

/** A state with nothing in it yet. */
export function emptyState(options: ResolvedOptions): FakeState {
  return {
    options,
    baseUrl: '',
    redirectUrl: '',
    requests: [],
    redirects: [],
    jobs: [],
    files: new Map(),
    script: new Map(),
    counts: new Map(),
  };
}

/** Forgets all requests, jobs, files and scripts; the addresses stay. */
export function clearState(state: FakeState): void {
  state.requests.length = 0;
  state.redirects.length = 0;
  state.jobs.length = 0;
  for (const map of [state.files, state.script, state.counts]) map.clear();
}

/** Counts up and tells the new count, 1 the first time. */
export function countUp(state: FakeState, words: string): number {
  const count = (state.counts.get(words) ?? 0) + 1;
  state.counts.set(words, count);
  return count;
}
