/** The cookie of a sign-in in progress: ten minutes, one per browser, the latest counts. */
import type { Context } from 'hono';
import { FLOW_SECONDS, signInFlowSchema, type SignInFlow } from '#edge-api/services/sign-in-flow.ts';
import { clearOwnCookie, readOwnCookie, writeOwnCookie, type Where } from './own-cookie.ts';

const NAME = 'sign-in';

/** The sign-in that this browser started, null when there is none or the cookie isn't ours. */
export function readFlowCookie(c: Context, where: Where): SignInFlow | null {
  const value = readOwnCookie(c, where, NAME);
  if (value === null) return null;
  try {
    return signInFlowSchema.parse(JSON.parse(value));
  } catch {
    return null;
  }
}

export function writeFlowCookie(c: Context, where: Where, flow: SignInFlow): void {
  writeOwnCookie(c, where, NAME, JSON.stringify(flow), FLOW_SECONDS);
}

export function clearFlowCookie(c: Context, where: Where): void {
  clearOwnCookie(c, where, NAME);
}
