/** A browser as far as signing in needs one: it keeps cookies, reads pages, and follows nothing by itself. */
import type { TestApi } from './harness.ts';

export type OAuthBrowser = {
  cookies: Map<string, string>;
  /** Opens an address as a person does, with the cookies that this browser has. */
  open(path: string, headers?: Record<string, string>): Promise<Response>;
  /** The id of whoever is signed in here, null for nobody. */
  whoAmI(): Promise<string | null>;
};

export function oauthBrowser(api: Pick<TestApi, 'fetch'>): OAuthBrowser {
  const cookies = new Map<string, string>();
  const open: OAuthBrowser['open'] = async (path, headers = {}) => {
    const cookie = Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ');
    const reply = await api.fetch(path, { headers: { Accept: 'text/html', Cookie: cookie, ...headers } });
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (line.includes('Max-Age=0')) cookies.delete(name);
      else cookies.set(name, value);
    }
    return reply;
  };
  return {
    cookies,
    open,
    whoAmI: async () => {
      const reply = await open('/api/auth/user');
      const { id }: { id?: string } = await reply.json();
      return reply.ok ? (id ?? null) : null;
    },
  };
}

/** Where a reply sends the browser. */
export function locationOf(reply: Response): string {
  const location = reply.headers.get('location');
  if (location === null) throw new Error(`The reply sends nobody anywhere: ${reply.status}`);
  return location;
}

/** The sentence of a page that says why nobody was signed in, with its status. */
export async function problemOn(reply: Response): Promise<[number, string]> {
  const page = await reply.text();
  if (!page.includes('href="/api/login?next=') || !page.includes('href="/landing"'))
    throw new Error(`The page has no way back: ${page}`);
  return [reply.status, /<div role="alert">([^<]*)<\/div>/.exec(page)?.[1] ?? ''];
}
