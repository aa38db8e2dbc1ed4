/** Where a person may be sent after signing in: a path of this site and nothing else. */

/** It has to fit into a cookie, with the rest of a sign-in. */
const LONGEST = 500;
const anywhere = 'http://own.invalid';

/**
 * The path if it's a page of this site, else '/'. Browsers read `//host`, `/\host`, and variants with a tab as other
 * sites. API paths aren't pages: `/api/logout` would undo the sign-in.
 */
export function ownPath(path: string | undefined): string {
  if (path === undefined || path.length > LONGEST || !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(path)) return '/';
  const url = new URL(path, anywhere);
  const isPage = url.origin === anywhere && !url.pathname.startsWith('//') && !/^\/api(\/|$)/i.test(url.pathname);
  return isPage ? `${url.pathname}${url.search}${url.hash}` : '/';
}
