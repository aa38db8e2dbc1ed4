/*
 * Keeps the app's own files, so that it opens with no network. Media never passes through here: players read files of
 * this device, or /api/media with ranges, which a worker would only break.
 * A new version waits until no page uses the old one; the version before the present one is kept, so that a page that
 * is still open finds its lazy chunks.
 */
const version = '__VERSION__';
const precache = ['__PRECACHE__'];
const cacheName = `storyreel-${version}`;

self.addEventListener('install', (event) => {
  event.waitUntil(fill());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(forgetOldVersions());
});

self.addEventListener('message', (event) => {
  if (event.data === 'use-new-version') self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const isOurs = url.origin === self.location.origin && !url.pathname.startsWith('/api/');
  if (request.method !== 'GET' || !isOurs || request.headers.has('range')) return;
  event.respondWith(request.mode === 'navigate' ? page(request) : file(request));
});

/** Fetches what the cache of this version lacks; whole or not at all, so that a half-filled version is never used. */
async function fill() {
  const cache = await caches.open(cacheName);
  await cache.addAll(precache.map((path) => new Request(path, { cache: 'reload' })));
}

async function forgetOldVersions() {
  const names = (await caches.keys()).filter((name) => name.startsWith('storyreel-') && name !== cacheName);
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
}

/** The page of this worker's own version first: page and chunks then always belong together. */
async function page(request) {
  const cached = await (await caches.open(cacheName)).match('/');
  return cached ?? fetch(request);
}

async function file(request) {
  const cached = (await (await caches.open(cacheName)).match(request)) ?? (await caches.match(request));
  return cached ?? fetch(request);
}
