/** The session cookie: thirty days from the last visit. */
import type { Context } from 'hono';
import { SESSION_DAYS } from '#edge-api/services/sessions.ts';
import { clearOwnCookie, readOwnCookie, writeOwnCookie, type Where } from './own-cookie.ts';

const NAME = 'sid';
const maxAgeSeconds = SESSION_DAYS * 24 * 60 * 60;

export function readSessionCookie(c: Context, where: Where): string | null {
  return readOwnCookie(c, where, NAME);
}

export function writeSessionCookie(c: Context, where: Where, token: string): void {
  writeOwnCookie(c, where, NAME, token, maxAgeSeconds);
}

export function clearSessionCookie(c: Context, where: Where): void {
  clearOwnCookie(c, where, NAME);
}
