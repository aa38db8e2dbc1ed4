// The faults a prompt can order at any endpoint: refused, overloaded, garbled, cut off.

import { type Marker } from './markers.ts';
import { drop, type Reply } from './reply.ts';
import {
  arrayError,
  type ErrorFamily,
  exhausted,
  htmlBadGateway,
  internal,
  noCredit,
  overloaded,
  promptRefused,
  quotaExceeded,
} from './wire-errors.ts';

/**
 * Where in a job's life a fault strikes. A submit heeds both `[[503]]` and its scoped form
 * `[[video-503]]`; polls and downloads heed only `[[poll-503]]` and `[[download-503]]`.
 */
export type FaultScope = 'text' | 'image' | 'video' | 'poll' | 'download';

const SUBMIT_SCOPES: readonly FaultScope[] = ['text', 'image', 'video'];

export interface FaultQuery {
  scope: FaultScope;
  family: ErrorFamily;
  model: string;
  markers: readonly Marker[];
  /** True the first time it is asked about these words, false from then on. */
  isFirst: (words: string) => boolean;
}

/** The fault that the markers order here, or null. */
export function orderedFault(query: FaultQuery): Reply | null {
  for (const marker of query.markers) {
    const name = nameInScope(marker.name, query.scope);
    const reply = name === null ? null : faultNamed(name, marker, query);
    if (reply === null) continue;
    if (marker.isOnce && !query.isFirst(`${query.scope} ${marker.literal}`)) continue;
    return reply;
  }
  return null;
}

function nameInScope(name: string, scope: FaultScope): string | null {
  if (name.startsWith(`${scope}-`)) return name.slice(scope.length + 1);
  return SUBMIT_SCOPES.includes(scope) ? name : null;
}

function faultNamed(name: string, marker: Marker, { family, model }: FaultQuery): Reply | null {
  const retrySeconds = Number(marker.value ?? '34');
  const faults: Record<string, () => Reply> = {
    '402': () => noCredit(family),
    '429': () => exhausted(family),
    '429-retryinfo': () => quotaExceeded(family, { retrySeconds, model, isFreeTier: false }),
    '429-freetier': () => quotaExceeded(family, { retrySeconds, model, isFreeTier: true }),
    '500': () => internal(family),
    '503': () => overloaded(family),
    'html-502': htmlBadGateway,
    'array-error': arrayError,
    'safety-400': () => promptRefused(family),
    drop,
  };
  return faults[name]?.() ?? null;
}
