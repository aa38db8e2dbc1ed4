/** Writes the version and the list of files to precache into the built service worker. */
import { createHash } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { Plugin, ResolvedConfig } from 'vite';

/** Source maps, the worker's own file and what is for other sites are never asked for by a page; movies, the sample, pictures for app stores, and the sign-in page's font are for those who are online. */
const leftOut =
  /(\.map|\.mp4|^sw\.js|^robots\.txt|^share\.jpg|^sample\/|^screenshots\/|^fonts\/inter-latin\.woff2|^\.vite\/.*)$/;

export function serviceWorkerManifest(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'service-worker-manifest',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    // Not closeBundle: that runs after a failed build too, and would hide its reason behind a missing file.
    async writeBundle() {
      const outDir = resolve(config.root, config.build.outDir);
      const files = (await filesBelow(outDir))
        .map((file) => relative(outDir, file).replaceAll('\\', '/'))
        .filter((file) => !leftOut.test(file))
        .toSorted();
      const hash = createHash('sha256');
      for (const file of files) hash.update(file).update(await readFile(join(outDir, file)));
      const worker = join(outDir, 'sw.js');
      const source = await readFile(worker, 'utf8');
      const urls = files.map((file) => (file === 'index.html' ? '/' : `/${file}`));
      const built = source
        .replace("'__VERSION__'", JSON.stringify(hash.digest('hex').slice(0, 12)))
        .replace("['__PRECACHE__']", JSON.stringify(urls));
      if (built === source) this.error('public/sw.js has no place for the version and the precache list.');
      await writeFile(worker, built);
    },
  };
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
