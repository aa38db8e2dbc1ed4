/** What a person may send to whoever mends a fault: where it was and what broke, nothing of theirs. Pure. */

export type Fault = {
  error: Error;
  /** The page's address from the root, without query. */
  path: string;
  /** Scheme and host of this site. */
  origin: string;
  version: string;
  browser: string;
};

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** Without the error's own message, which may repeat what was typed or a key, and without ids, hosts and queries. */
export function errorDetails({ error, path, origin, version, browser }: Fault): string {
  const bare = (text: string): string =>
    text
      .replaceAll(origin, '')
      .replace(/\?[^\s:)]*/g, '')
      .replace(ID, ':id');
  return [
    `Storyreel ${version}`,
    `Page: ${bare(path)}`,
    `Browser: ${browser}`,
    `Error: ${error.name}`,
    ...placesOf(error.stack ?? '').map(bare),
  ].join('\n');
}

/** The lines of a stack that name places in the code: "at …" in Chromium, "…@…" elsewhere. */
function placesOf(stack: string): string[] {
  return stack.split('\n').filter((line) => /^\s+at |^[^\s:]*@\S+:\d+:\d+$/.test(line));
}
