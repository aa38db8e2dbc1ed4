/** Chromium as if it lacked what exports need, in pages and in workers. Needs `serviceWorkers: 'block'`: they hide the worker's script. */
import type { Page } from '@playwright/test';

/** Takes the encoders and decoders away, as a preference of Firefox does. */
export async function withoutCodecs(page: Page): Promise<void> {
  await before(
    page,
    `for (const name of ['VideoEncoder', 'VideoDecoder', 'AudioEncoder', 'AudioDecoder']) delete globalThis[name];`,
  );
}

/** Leaves all interfaces, and has the encoder of video refuse every configuration, as where a system lacks the library. */
export async function refusingEncoders(page: Page): Promise<void> {
  await before(page, `VideoEncoder.isConfigSupported = async (config) => ({ config, supported: false });`);
}

async function before(page: Page, script: string): Promise<void> {
  await page.addInitScript({ content: script });
  await page.route(/host\.worker-[^/]*\.js$/, async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ response: reply, body: `${script}\n${await reply.text()}` });
  });
}
