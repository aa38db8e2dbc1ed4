import type { EdgeCache } from '#edge-api/kept-answers.ts';

/** In place of a platform’s cache. Keeps everything for good, as a cache may that was asked late. */
export function memoryCache(): EdgeCache & { addresses(): string[] } {
  const kept = new Map<string, { body: ArrayBuffer; headers: Headers }>();
  return {
    addresses: () => [...kept.keys()],
    match: async ({ url }) => {
      const found = kept.get(url);
      return found && new Response(found.body, { headers: found.headers });
    },
    put: async ({ url }, response) =>
      void kept.set(url, { body: await response.arrayBuffer(), headers: new Headers(response.headers) }),
    delete: async ({ url }) => kept.delete(url),
  };
}
