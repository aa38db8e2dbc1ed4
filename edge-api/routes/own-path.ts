/** Where a person may be sent after signing in: a path of this site and nothing else. */

/** With the rest of a sign-in it has to fit into a cookie. */
const LONGEST = 500;
const anywhere = 'http://own.invalid';

/**
 * The path if it is a page of ours, else '/'. Browsers take `//host`, `/\host` and such with a tab inside for other
 * sites; and an address of the API is no page: going to `/api/logout` would undo the sign-in.
 */
export function ownPath(path: string | undefined): string {
  if (path === undefined || path.length > LONGEST || !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(path)) return '/';
  const url = new URL(path, anywhere);
  const isPage = url.origin === anywhere && !url.pathname.startsWith('//') && !/^\/api(\/|$)/i.test(url.pathname);
  return isPage ? `${url.pathname}${url.search}${url.hash}` : '/';
}
