import { test, type Page } from '@playwright/test';
import { chooseDemoStudio, createProject, generateVideos, signIn } from '#tests/e2e/journey.ts';
import { startServer } from '#tests/e2e/server.ts';

const folder = 'test-results/screenshots';
const widths = [360, 768, 1280, 1920];
const themes = ['dark', 'light'] as const;

/** One picture for each width and theme, of what is on the page now. @param isWhole the page down to its end */
async function shoot(page: Page, name: string, isWhole = false): Promise<void> {
  for (const theme of themes) {
    await page.evaluate((wanted) => localStorage.setItem('theme', wanted), theme);
    await page.evaluate((wanted) => {
      document.documentElement.classList.remove('dark', 'light');
      document.documentElement.classList.add(wanted);
      document.querySelectorAll('.radix-themes').forEach((root) => {
        root.classList.remove('dark', 'light');
        root.classList.add(wanted);
      });
    }, theme);
    for (const width of widths) {
      await page.setViewportSize({ width, height: width < 500 ? 780 : 900 });
      // Two frames: one for the layout that the new size asks for, one for what observes it.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      await page.screenshot({ path: `${folder}/${name}-${width}-${theme}.png`, fullPage: isWhole });
    }
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}

test('every screen of the main job', async ({ page }) => {
  const server = await startServer();
  try {
    await page.goto(`${server.url}/landing`);
    await page.getByRole('button', { name: 'Get Started', exact: true }).waitFor();
    await shoot(page, '01-landing');
    await page.goto(`${server.url}/api/login`);
    await shoot(page, '02-sign-in');
    await signIn(page, server.url);
    await shoot(page, '03-onboarding');
    await chooseDemoStudio(page);
    await page.getByText('No projects yet').waitFor();
    await shoot(page, '04-dashboard-empty');
    await page.getByRole('button', { name: 'Create Your First Project' }).click();
    await page.getByRole('dialog').waitFor();
    await shoot(page, '05-create');
    await page.keyboard.press('Escape');
    await createProject(page, {
      title: 'The Glass Lighthouse',
      description:
        'A harbour town has forgotten its lighthouse. Ines finds the logbook of the keeper. At night the tower glows again.',
      genre: 'Drama',
    });
    await shoot(page, '06-editor-pending');
    await page.getByRole('button', { name: 'Generate Videos' }).first().click();
    await page.getByRole('button', { name: 'Start Generation' }).waitFor();
    await shoot(page, '07-confirmation');
    await page.keyboard.press('Escape');
    await generateVideos(page);
    await shoot(page, '08-editor-complete');
    await page.getByRole('button', { name: 'Edit scene 2', exact: true }).click();
    await page.getByRole('dialog').waitFor();
    await shoot(page, '08-edit-scene');
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Storyboard' }).click();
    await shoot(page, '09-storyboard');
    await page.getByRole('tab', { name: 'Timeline Editor' }).click();
    await page.waitForFunction(() => [...document.querySelectorAll('video')].some((video) => video.readyState >= 2));
    await shoot(page, '10-timeline');
    await page.getByRole('button', { name: 'Export Movie' }).click();
    await page.getByRole('button', { name: 'Start Export' }).waitFor();
    await page
      .getByText(/all encoded, about.*MB/)
      .first()
      .waitFor();
    await page.getByText('Why?').click();
    await shoot(page, '11-export');
    await page.getByRole('button', { name: 'Start Export' }).click();
    await page.getByText(/^Encoding scene/).waitFor();
    await shoot(page, '11-export-running');
    await page.getByRole('button', { name: 'Receipt' }).waitFor({ timeout: 120_000 });
    await shoot(page, '11-export-complete');
    await page.goto(`${server.url}/licences`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await shoot(page, '15-licences');
    await page.goto(`${server.url}/`);
    await page.getByText('The Glass Lighthouse').first().waitFor();
    await shoot(page, '12-dashboard');
    await page.goto(`${server.url}/settings`);
    await page.getByText('API Key Management').waitFor();
    await shoot(page, '13-settings', true);
    await page.goto(`${server.url}/nowhere`);
    await page.getByText('404 Page Not Found').waitFor();
    await shoot(page, '14-not-found');
  } finally {
    await server.remove();
  }
});
