/** What anybody may see. */
import { expect, test } from '@playwright/test';
import { ines } from '#tests/e2e/journey.ts';
import { demoPerson, makeProject } from '#tests/e2e/people.ts';
import { startServer } from '#tests/e2e/server.ts';
import { shoot, widths } from './shoot.ts';

const longWayHome = {
  title: 'The Long Way Home',
  description:
    'A courier leaves the neon city with one letter. She crosses the desert at dawn and the snow of the peaks. At sea a lighthouse turns.',
  genres: ['adventure', 'drama'],
};
const glassForest = {
  title: 'The Glass Forest',
  description: 'It rains in a forest that nobody planted.',
  genres: ['mystery'],
};

test('every public screen', async ({ page, browser }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const server = await startServer({ GENERATION_POLL_MS: '200' });
  try {
    await page.goto(`${server.url}/landing`);
    await expect(page.getByRole('button', { name: 'Get Started Now' })).toBeVisible();
    await shoot(page, '01-landing', { widths: widths.all, isWhole: true });
    await page.goto(`${server.url}/showcase`);
    await expect(page.getByText('No Public Projects Yet')).toBeVisible();
    await shoot(page, '02-showcase-empty');

    const context = await browser.newContext();
    const owner = await demoPerson(context.request, server.url, ines);
    const movie = await makeProject(owner, longWayHome, { clips: true });
    const draft = await makeProject(owner, glassForest, { clips: false });
    await page.goto(`${server.url}/showcase/${draft.project.id}`);
    await expect(page.getByText('This project is private')).toBeVisible();
    await shoot(page, '03-showcase-private');
    for (const { project } of [movie, draft])
      await owner.send('PATCH', `/api/projects/${project.id}`, { isPublic: true });
    await context.close();

    await page.goto(`${server.url}/showcase`);
    await expect(page.getByRole('article')).toHaveCount(2);
    await shoot(page, '02-showcase', { widths: widths.all, isWhole: true });
    await page.goto(`${server.url}/showcase/${movie.project.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await shoot(page, '03-showcase-project', { isWhole: true });
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
    await shoot(page, '03-showcase-timeline', { isWhole: true });
    await page.goto(`${server.url}/showcase/none`);
    await expect(page.getByText('Project not found')).toBeVisible();
    await shoot(page, '03-showcase-missing');
    await page.goto(`${server.url}/licences`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await shoot(page, '04-licences');
    await page.goto(`${server.url}/nowhere`);
    await expect(page.getByText('404 Page Not Found')).toBeVisible();
    await shoot(page, '05-not-found');
    await page.goto(`${server.url}/api/login`);
    await shoot(page, '06-sign-in');
  } finally {
    await server.remove();
  }
});
