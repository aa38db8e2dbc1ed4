// Draws frames in a headless Chromium and hands them to Node as encoded pictures.
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const artFolder = path.join(path.dirname(fileURLToPath(import.meta.url)), 'art');
const badgeFont = createRequire(import.meta.url).resolve(
  '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
);
const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** Pictures that cross to Node in one call: few enough to keep memory flat. */
const framesPerCall = 8;

/**
 * Opens the browser. The caller closes it.
 * `drawFrames(job, times, onFrame)` draws each moment; `onFrame(picture)` gets PNG bytes, or JPEG ones where
 * `job.type` is 'image/jpeg', and is awaited before the next.
 */
export async function openBrowserCanvas() {
  const { chromium } = await import('playwright');
  const server = createServer(serveArt);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: chromiumArguments,
  });

  async function drawFrames(job, times, onFrame) {
    const page = await browser.newPage();
    page.on('console', (message) => console.error(`page: ${message.text()}`));
    try {
      await page.goto(`${origin}/draw.html`);
      await page.evaluate(
        async (given) => {
          window.drawAt = await window.prepareFrames(given);
        },
        { type: 'image/png', ...job },
      );
      for (let from = 0; from < times.length; from += framesPerCall) {
        const pictures = await page.evaluate(
          (moments) => moments.map(window.drawAt),
          times.slice(from, from + framesPerCall),
        );
        for (const picture of pictures) await onFrame(Buffer.from(picture, 'base64'));
      }
    } finally {
      await page.close();
    }
  }

  async function close() {
    await browser.close();
    server.close();
  }

  return { drawFrames, close };
}

const page = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><script type="module">
import { prepareFrames } from '/draw-frames.mjs';
window.prepareFrames = prepareFrames;
</script>`;

function serveArt(request, response) {
  const name = path.basename(new URL(request.url, 'http://local').pathname);
  if (name === 'draw.html') {
    response.setHeader('Content-Type', 'text/html').end(page);
  } else if (name === 'badge-font.woff2') {
    createReadStream(badgeFont).pipe(response);
  } else if (name.endsWith('.mjs')) {
    response.setHeader('Content-Type', 'text/javascript');
    createReadStream(path.join(artFolder, name))
      .on('error', () => response.writeHead(404).end())
      .pipe(response);
  } else {
    response.writeHead(404).end();
  }
}
