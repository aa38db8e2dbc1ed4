/** The session cookie: out of reach of scripts, and bound to the host wherever there is TLS. */
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { Config } from '../config.ts';
import { SESSION_DAYS } from '#edge-api/services/sessions.ts';

type Where = Pick<Config, 'publicUrl'>;

const maxAgeSeconds = SESSION_DAYS * 24 * 60 * 60;

export function readSessionCookie(c: Context, where: Where): string | null {
  return getCookie(c, cookieName(where)) ?? null;
}

export function writeSessionCookie(c: Context, where: Where, token: string): void {
  setCookie(c, cookieName(where), token, {
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    secure: isHttps(where),
    maxAge: maxAgeSeconds,
  });
}

export function clearSessionCookie(c: Context, where: Where): void {
  deleteCookie(c, cookieName(where), { path: '/', secure: isHttps(where) });
}

function cookieName(where: Where): string {
  return isHttps(where) ? '__Host-sid' : 'sid';
}

function isHttps(where: Where): boolean {
  return where.publicUrl.startsWith('https://');
}
