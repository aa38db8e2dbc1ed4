/** A changing call as the services take it. */
import type { z } from 'zod';
import type { ChangeCall } from '#edge-api/services/change-once.ts';
import type { changeHeaders } from './route-frame.ts';

type Requested = {
  method: string;
  path: string;
  userId: string;
  headers: z.output<typeof changeHeaders>;
  body: unknown;
};

/** Two calls ask for the same when method, path, seen version and body are equal. */
export function changeCall({ method, path, userId, headers, body }: Requested): ChangeCall {
  const ifMatch = headers['if-match'] === undefined ? null : Number(headers['if-match'].replaceAll('"', ''));
  return {
    userId,
    key: headers['idempotency-key'] ?? null,
    ifMatch,
    fingerprint: JSON.stringify([method, path, ifMatch, body]),
  };
}
