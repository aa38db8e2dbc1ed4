/** What a person can send to whoever fixes an error: where it happened and what broke, and nothing of theirs. Pure. */
import { errorReportWords as words } from './words.ts';

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

/** Leaves out the error's own message, which may repeat typed text or a key, and ids, hosts, and queries. */
export function errorDetails({ error, path, origin, version, browser }: Fault): string {
  const bare = (text: string): string =>
    text
      .replaceAll(origin, '')
      .replace(/\?[^\s:)]*/g, '')
      .replace(ID, ':id');
  return [
    words.version({ version }),
    words.page({ path: bare(path) }),
    words.browser({ browser }),
    words.error({ name: error.name }),
    ...placesOf(error.stack ?? '').map(bare),
  ].join('\n');
}

/** The lines of a stack that name places in the code: "at …" in Chromium, "…@…" elsewhere. */
function placesOf(stack: string): string[] {
  return stack.split('\n').filter((line) => /^\s+at |^[^\s:]*@\S+:\d+:\d+$/.test(line));
}
