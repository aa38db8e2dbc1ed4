/** This server's cookies: hidden from scripts and other sites, and bound to the host if there is TLS. */
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { Config } from '../config.ts';

export type Where = Pick<Config, 'publicUrl'>;

export function readOwnCookie(c: Context, where: Where, name: string): string | null {
  return getCookie(c, fullName(where, name)) ?? null;
}

/** With `Lax`, people who arrive from another site, such as a sign-in provider, still send it. */
export function writeOwnCookie(c: Context, where: Where, name: string, value: string, seconds: number): void {
  setCookie(c, fullName(where, name), value, {
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    secure: isHttps(where),
    maxAge: seconds,
  });
}

/** One that the page reads: it holds nothing that anybody could use. */
export function writeMark(c: Context, where: Where, name: string, seconds: number): void {
  setCookie(c, name, '1', { sameSite: 'Lax', path: '/', secure: isHttps(where), maxAge: seconds });
}

export function clearOwnCookie(c: Context, where: Where, name: string): void {
  deleteCookie(c, fullName(where, name), { path: '/', secure: isHttps(where) });
}

function fullName(where: Where, name: string): string {
  return isHttps(where) ? `__Host-${name}` : name;
}

function isHttps(where: Where): boolean {
  return where.publicUrl.startsWith('https://');
}
