/** Two pages of one browser that work at the same time, as two tabs of a person do. */
import type { BrowserCommand } from 'vitest/node';
// Also declares `window.mediaPage`, which the functions below use inside the pages.
import type { PageExport } from '#tests/firefox/media-page.ts';
import type { ServedMovie } from '#tests/firefox/movie-spec.ts';

/** Exports one movie in two pages of their own, started together. */
export const exportInTwoPages: BrowserCommand<[movie: ServedMovie]> = async ({ context, page }, movie) => {
  const pages = await Promise.all([context.newPage(), context.newPage()]);
  try {
    await Promise.all(
      pages.map(async (one) => {
        // Any document of the server's will do: what matters is its origin, and so its files.
        await one.goto(new URL('/robots.txt', page.url()).href);
        await one.evaluate(async (url) => void (await import(url)), '/tests/firefox/media-page.ts');
      }),
    );
    return await Promise.all(
      pages.map((one): Promise<PageExport> => one.evaluate((asked) => window.mediaPage.exportMovie(asked), movie)),
    );
  } finally {
    await Promise.all(pages.map((one) => one.close()));
  }
};

declare module 'vitest/browser' {
  interface BrowserCommands {
    exportInTwoPages(movie: ServedMovie): Promise<PageExport[]>;
  }
}
