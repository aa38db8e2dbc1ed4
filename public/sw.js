/*
 * Keeps the app's own files, so that it opens offline, and the clip pictures a person has seen, for when the server
 * can't be reached. Clips never pass through here: players read files on this device, or /api/media by ranges, which a
 * service worker would only break.
 * A new version waits until a person asks for it, or until no page uses the old one. Versions that open pages came with
 * stay in the cache, so that those pages find their lazy chunks.
 * Files that another app shares come as a POST to /share. They are kept here for the page of that name, which asks what
 * to do with them: the server never sees them.
 */
const version = '__VERSION__';
const precache = ['__PRECACHE__'];
const cacheName = `storyreel-${version}`;
/** Clip pictures are the same in every version. */
const frameCacheName = 'clip-frames';
const mostFrames = 300;
/** A page holds a lock of this name, followed by the path of its entry file ("web/app/app-version.ts"). */
const entryLock = 'app-files:';
/** A folder of the origin private file system, and its list ("web/opfs/shared-files.ts"). */
const sharedFolder = 'shared';
const sharedList = 'list.json';
const sharedLock = 'shared-files';
const mostShared = 50;

self.addEventListener('install', (event) => {
  event.waitUntil(fill());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(takeOver());
});

self.addEventListener('message', (event) => {
  if (event.data === 'use-new-version') self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method === 'GET' && isFrame(url)) return event.respondWith(frame(event));
  const isOurs = url.origin === self.location.origin && !url.pathname.startsWith('/api/');
  if (request.method === 'POST' && isOurs && url.pathname === '/share') return event.respondWith(keepShared(request));
  if (request.method !== 'GET' || !isOurs || request.headers.has('range')) return;
  if (request.mode === 'navigate') event.waitUntil(forgetUnusedVersions());
  event.respondWith(request.mode === 'navigate' ? page(request) : file(request));
});

/** Files on their way at once. A browser has as many lines to a server that speaks HTTP/1.1: what a page asks for is next on one of them. */
const mostFetches = 6;

/** Fills this version's cache completely or not at all: half of it would be used by nobody, and take an edit's room. */
async function fill() {
  const before = (await caches.keys()).filter((name) => name.startsWith('storyreel-'));
  const cache = await caches.open(cacheName);
  const left = precache.values();
  let hasFailed = false;
  const keepNext = async () => {
    for (const path of left) {
      if (hasFailed) return;
      try {
        await keep(cache, path, before.length > 0);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  const lines = await Promise.allSettled(Array.from({ length: mostFetches }, keepNext));
  const failed = lines.find(({ status }) => status === 'rejected');
  if (failed === undefined) return;
  if (!before.includes(cacheName)) await caches.delete(cacheName);
  throw failed.reason;
}

/**
 * A name in /assets tells what is in the file: one that an older version has kept, or that the browser has loaded for a page,
 * needn't come again. After what a page asks for, wherever the browser can choose.
 */
async function keep(cache, path, hasOlder) {
  const isNamedByContent = path.startsWith('/assets/');
  const kept = isNamedByContent && hasOlder ? await caches.match(path) : undefined;
  const request = new Request(path, { cache: isNamedByContent ? 'default' : 'reload' });
  const reply = kept ?? (await fetch(request, { priority: 'low' }));
  if (!reply.ok) throw new TypeError(`${path} came as ${reply.status}.`);
  await cache.put(path, reply);
}

/** The page of a first visit came without a worker: from now on it finds its lazy chunks here, whatever is deployed. */
async function takeOver() {
  await forgetUnusedVersions();
  await self.clients.claim();
}

/** The newest of the others stays: it waits to be used, or its page is still loading and holds no lock yet. */
async function forgetUnusedVersions() {
  const names = (await caches.keys()).filter((name) => name.startsWith('storyreel-') && name !== cacheName);
  const { held } = await navigator.locks.query();
  const entries = held.map(({ name }) => name).filter((name) => name.startsWith(entryLock));
  for (const name of names.slice(0, -1)) {
    const cache = await caches.open(name);
    const found = await Promise.all(entries.map((entry) => cache.match(entry.slice(entryLock.length))));
    if (found.every((one) => one === undefined)) await caches.delete(name);
  }
}

function isFrame(url) {
  return url.origin === self.location.origin && /^\/api\/media\/[0-9a-f]{64}\/frames\/(first|last)$/.test(url.pathname);
}

/**
 * Asks the server every time, because it knows who may see the picture; the cached one is for when it doesn't answer.
 * What a first visit showed never passed through here, but the browser's own cache has it.
 */
async function frame(event) {
  const cache = await caches.open(frameCacheName);
  try {
    return keepFrame(event, cache, await fetch(event.request));
  } catch {
    const kept = await cache.match(event.request, { ignoreVary: true });
    return kept ?? keepFrame(event, cache, await fetch(event.request.url, { cache: 'force-cache' }));
  }
}

function keepFrame(event, cache, reply) {
  if (reply.status === 200) event.waitUntil(store(cache, event.request, reply.clone()));
  return reply;
}

async function store(cache, request, reply) {
  await cache.put(request, reply);
  const kept = await cache.keys();
  await Promise.all(kept.slice(0, Math.max(0, kept.length - mostFrames)).map((old) => cache.delete(old)));
}

/**
 * An address of a file, such as a licence, opens that file. Everything else is this worker's own version of the page, so
 * that page and chunks always match.
 */
async function page(request) {
  const cache = await caches.open(cacheName);
  if (/\.[a-z0-9]+$/i.test(new URL(request.url).pathname)) {
    const reply = (await cache.match(request.url)) ?? (await fetch(request).catch(() => null));
    if (reply !== null) return reply;
  }
  const cached = await cache.match('/');
  return cached ?? fetch(request);
}

async function file(request) {
  const cached = (await (await caches.open(cacheName)).match(request)) ?? (await caches.match(request));
  return cached ?? fetch(request);
}

/** Files that come while others are kept wait for them. Pages that claim or discard files hold the same lock. */
async function keepShared(request) {
  try {
    let leftOut = 0;
    await navigator.locks.request(sharedLock, async () => {
      const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle(sharedFolder, { create: true });
      const before = await readSharedList(folder);
      let list = before;
      try {
        ({ list, leftOut } = await addShared(folder, before, (await request.formData()).getAll('files')));
      } finally {
        await removeUnlisted(folder, list);
      }
    });
    return Response.redirect(leftOut > 0 ? `/share?left=${leftOut}` : '/share', 303);
  } catch (error) {
    console.error('Shared files can’t be kept.', error);
    return Response.redirect(`/share?failed=${error.name === 'QuotaExceededError' ? 'space' : 'error'}`, 303);
  }
}

/**
 * The new files come after those that were shared before and that nobody has been shown: phones share one by one. The same
 * file once more takes the place of the one before. The list that names them is written last, when they are here whole.
 * Answers the list, and how many files it has no place for.
 */
async function addShared(folder, before, entries) {
  const given = entries.filter((entry) => entry instanceof File && entry.size > 0);
  const isAgain = (one) => given.some(({ name, size }) => name === one.name && size === one.size);
  const kept = before.filter((one) => one.userId !== undefined || !isAgain(one));
  const places = Math.max(0, mostShared - kept.filter(({ userId }) => userId === undefined).length);
  const files = given.slice(0, places);
  const leftOut = given.length - files.length;
  if (files.length === 0) return { list: before, leftOut };
  await refuseTooMuch(files);
  const batch = crypto.randomUUID();
  const added = files.map(({ name, type, size }, place) => ({ name, type, size, stored: `${batch}-${place}` }));
  for (const [place, { stored }] of added.entries()) await writeInto(folder, stored, files[place]);
  const list = [...kept, ...added];
  await writeInto(folder, sharedList, new Blob([JSON.stringify(list)]));
  return { list, leftOut };
}

async function readSharedList(folder) {
  try {
    const list = JSON.parse(await (await (await folder.getFileHandle(sharedList)).getFile()).text());
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

async function removeUnlisted(folder, list) {
  const listed = new Set([sharedList, ...list.map(({ stored }) => stored)]);
  for await (const name of folder.keys())
    if (!listed.has(name)) await folder.removeEntry(name).catch((error) => console.warn(`${name} stays.`, error));
}

/** Half of the room stays for projects: any page can send files here, and what is sent twice lies here once. */
async function refuseTooMuch(files) {
  const { quota = 0, usage = 0 } = await navigator.storage.estimate();
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (bytes > (quota - usage) / 2)
    throw new DOMException(`${bytes} bytes are more than half of what is free here.`, 'QuotaExceededError');
}

async function writeInto(folder, name, blob) {
  const handle = await folder.getFileHandle(name, { create: true });
  await blob.stream().pipeTo(await handle.createWritable());
}
