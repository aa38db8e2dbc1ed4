// Exactly one credential per request, and what each key may do. Test keys say in their own text how they behave.

import {
  type ErrorFamily,
  invalidKey,
  leakedKey,
  multipleCredentials,
  noCredit,
  permissionDenied,
  quotaExceeded,
  unregisteredCaller,
  unsupportedKeyType,
  unsupportedRegion,
} from './wire-errors.ts';
import type { Reply } from './reply.ts';

const FAULTY = [
  ...(['bad', 'expired', 'denied', 'leaked', 'region', 'oldKind'] as const),
  ...(['noCredit', 'freeTier', 'serviceBlocked'] as const),
] as const;

/**
 * What the service thinks of a key.
 * - `good`: everything works.
 * - `bad`, `expired`, `denied`, `leaked`, `region`, `oldKind`: every request is refused.
 * - `noCredit`: the key is valid, whatever costs money answers 402.
 * - `freeTier`: text works, pictures and video answer 429 with a free-tier quota of 0.
 * - `serviceBlocked`: the list of models is refused with 403, the rest works.
 */
export type KeyVerdict = 'good' | (typeof FAULTY)[number];

/** Ready-made keys, one per behaviour. */
export const FAKE_KEYS = {
  good: 'AQ.fake-good-key-0123456789',
  other: 'AQ.fake-other-project-0123456789',
  standard: 'AIzaFakeGoodKey0123456789abcdefghijklmn',
  bad: 'AQ.fake-bad-key-0123456789',
  expired: 'AQ.fake-expired-key-0123456789',
  denied: 'AQ.fake-denied-key-0123456789',
  leaked: 'AQ.fake-leaked-key-0123456789',
  region: 'AQ.fake-region-key-0123456789',
  oldKind: 'AQ.fake-oldkind-key-0123456789',
  noCredit: 'AQ.fake-nocredit-key-0123456789',
  freeTier: 'AQ.fake-freetier-key-0123456789',
  serviceBlocked: 'AQ.fake-serviceblocked-key-0123456789',
  /** The first three polls of each job answer 400 although one credential came. */
  pollRefusedThrice: 'AQ.fake-poll400x3-key-0123456789',
  /** Every poll answers 400. */
  pollRefused: 'AQ.fake-poll400-key-0123456789',
} as const;

/** The default judgement: a key of a known form is good unless it names a fault. */
export function verdictByText(key: string): KeyVerdict {
  if (!key.startsWith('AQ.') && !key.startsWith('AIza')) return 'bad';
  return FAULTY.find((verdict) => key.includes(verdict.toLowerCase())) ?? 'good';
}

/** How many polls of each job are wrongly refused for this key; Infinity for all of them. */
export function refusedPolls(key: string): number {
  const match = /poll400(?:x(\d+))?/.exec(key);
  if (match === null) return 0;
  return match[1] === undefined ? Number.POSITIVE_INFINITY : Number(match[1]);
}

/** The key of a request, or the refusal that its credentials earn. */
export function readCredential(
  input: { header: string | undefined; query: string | null; authorization: string | undefined },
  family: ErrorFamily,
): { ok: true; key: string } | { ok: false; reply: Reply } {
  const given = [input.header, input.query ?? undefined, input.authorization].filter((value) => value !== undefined);
  const [key] = given;
  if (given.length > 1) return { ok: false, reply: multipleCredentials(family) };
  if (key === undefined || key === '') return { ok: false, reply: unregisteredCaller() };
  return { ok: true, key };
}

/** The refusal that a verdict earns on every endpoint, or null. */
export function refusalOf(verdict: KeyVerdict, family: ErrorFamily): Reply | null {
  const disabled = 'Gemini API has not been used in project 100000000000 before or it is disabled.';
  const refusals: Partial<Record<KeyVerdict, () => Reply>> = {
    bad: () => invalidKey(),
    expired: () => invalidKey('API key expired. Please renew the API key.'),
    denied: () => permissionDenied('SERVICE_DISABLED', disabled),
    leaked: leakedKey,
    oldKind: unsupportedKeyType,
    region: () => unsupportedRegion(family),
  };
  return refusals[verdict]?.() ?? null;
}

const FREE_TIER_RETRY_SECONDS = 34;

/** The refusal that a valid key earns which can't pay for a picture or a video, or null. */
export function spendingRefusal(verdict: KeyVerdict, model: string, family: ErrorFamily): Reply | null {
  if (verdict === 'noCredit') return noCredit(family);
  if (verdict !== 'freeTier') return null;
  return quotaExceeded(family, { retrySeconds: FREE_TIER_RETRY_SECONDS, model, isFreeTier: true });
}
