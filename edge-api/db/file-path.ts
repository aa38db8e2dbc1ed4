/** Where the database of a `file:` address is. */

/** `file:relative.db`, `file:/absolute.db`, `file:///absolute.db`; nothing after a `?` or `#`. */
const fileUrl = /^file:(?:(?!\/\/)([^?#]+)|\/\/(?:localhost)?(\/[^?#]+))$/i;

/** @throws Error when the address names no file of this machine */
export function filePath(url: string): string {
  const match = fileUrl.exec(url);
  const path = match?.[1] ?? match?.[2];
  if (path === undefined) throw new Error(`This is no address of a database file: ${url}`);
  return decodeURIComponent(path);
}
