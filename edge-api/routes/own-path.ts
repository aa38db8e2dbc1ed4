/** Where a person may be sent after signing in: a path of this site and nothing else. */

/** The path if it is one of ours, else '/'. Browsers take `//host`, `/\host` and such with a tab inside for other sites. */
export function ownPath(path: string | undefined): string {
  return path !== undefined && /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(path) ? path : '/';
}
