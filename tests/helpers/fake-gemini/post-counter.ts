// Counts what was posted, which is what would be paid for.

import { z } from 'zod';
import { readSubmission } from './interaction-body.ts';
import type { LoggedRequest, Operation } from './request.ts';
import type { FakeState } from './state.ts';

const veoPromptBody = z.object({ instances: z.tuple([z.object({ prompt: z.string() })]) });

/** Counts over the requests logged so far; refused and dropped ones are in them. */
export interface PostCounts {
  /** All POSTs. */
  total: () => number;
  /** POSTs of one operation. */
  of: (operation: Operation) => number;
  /** POSTs that submit a video whose prompt contains the words. */
  forPrompt: (words: string) => number;
}

/** A live view on the state's log. */
export function postCounts(state: FakeState): PostCounts {
  const posts = () => state.requests.filter((request) => request.method === 'POST');
  return {
    total: () => posts().length,
    of: (operation) => posts().filter((request) => request.operation === operation).length,
    forPrompt: (words) => posts().filter((request) => videoPrompt(request)?.includes(words)).length,
  };
}

function videoPrompt(request: LoggedRequest): string | null {
  if (request.operation === 'interactions.create') {
    const read = readSubmission(request.body);
    return read.ok ? read.submission.prompt : null;
  }
  return request.operation === 'veo.create' ? veoPrompt(request.body) : null;
}

function veoPrompt(body: unknown): string | null {
  const read = veoPromptBody.safeParse(body);
  return read.success ? read.data.instances[0].prompt : null;
}
