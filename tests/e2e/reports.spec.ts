/** A visitor reports a public movie, and an operator takes it out of the showcase. */
import { expect, test } from '@playwright/test';
import { checkWithAxe } from './axe.ts';
import { ownServer } from './own-server.ts';
import { signInByCall } from './people.ts';
import { openPlanted, startPlantedServer } from './planted.ts';

const OLGA = { email: 'olga@example.org', firstName: 'Olga', lastName: 'Berg' };

const server = ownServer(() => startPlantedServer({ OPERATOR_EMAILS: OLGA.email }));

test('search engines are kept from a public movie until its owner lets them list it', async ({ page, browser }) => {
  const { projectId } = await openPlanted(page, server.url, 1);
  const visibility = page.getByRole('region', { name: 'Project Visibility' });
  const toggle = visibility.getByRole('switch', { name: 'Let search engines list it' });
  await expect(visibility.getByRole('switch', { name: 'Public' })).toBeVisible();
  await expect(toggle).toHaveCount(0);
  await visibility.getByRole('switch', { name: 'Public' }).click();
  await expect(toggle).not.toBeChecked();
  await toggle.click();
  await expect(visibility.getByText('Search engines may show it')).toBeVisible();
  await checkWithAxe(page, 'search engines let in');
  const visitor = await (await browser.newContext()).newPage();
  const robots = async (): Promise<string | undefined> =>
    (await visitor.request.get(`${server.url}/showcase/${projectId}`)).headers()['x-robots-tag'];
  await expect.poll(robots).toBeUndefined();
  await visitor.goto(`${server.url}/showcase/${projectId}`);
  await expect(visitor.getByRole('button', { name: 'Report this movie…' })).toBeVisible();
  await expect(visitor.locator('meta[name="robots"]')).toHaveCount(0);
  await toggle.click();
  await expect.poll(robots).toBe('noindex');
});

test('a report reaches the operator, who unpublishes the movie', async ({ page, browser }) => {
  const { projectId } = await openPlanted(page, server.url);
  const headers = { Origin: server.url };
  await page.request.patch(`${server.url}/api/projects/${projectId}`, { data: { isPublic: true }, headers });

  const visitor = await (await browser.newContext()).newPage();
  await visitor.emulateMedia({ reducedMotion: 'reduce' });
  const reply = await visitor.goto(`${server.url}/showcase/${projectId}`);
  expect(reply?.headers()['x-robots-tag']).toBe('noindex');
  await expect(visitor.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  await expect(visitor.getByRole('button', { name: 'Unpublish' })).toHaveCount(0);
  await visitor.getByRole('button', { name: 'Report this movie…' }).click();
  await checkWithAxe(visitor, 'reporting a movie');
  await visitor.getByRole('radio', { name: 'Spam or advertising' }).click();
  await visitor.getByLabel('Details (optional)').fill('It sells lighthouses.');
  const send = visitor.getByRole('button', { name: 'Send Report' });
  await visitor.context().setOffline(true);
  await expect(send).toHaveAttribute('aria-disabled', 'true');
  await visitor.context().setOffline(false);
  await expect(send).not.toHaveAttribute('aria-disabled');
  await send.click();
  await expect(visitor.getByText('Report sent')).toBeVisible();

  await page.goto(`${server.url}/showcase/${projectId}`);
  await expect(page.getByRole('button', { name: 'Unpublish' })).toBeVisible();

  const operator = await (await browser.newContext()).newPage();
  await operator.emulateMedia({ reducedMotion: 'reduce' });
  await signInByCall(operator.request, server.url, OLGA);
  await operator.goto(`${server.url}/settings`);
  await expect(operator.getByText('It sells lighthouses.')).toBeVisible();
  await checkWithAxe(operator, 'reports in settings');
  await operator.getByRole('button', { name: 'Unpublish The Glass Lighthouse' }).click();
  await expect(operator.getByText('Not public')).toBeVisible();
  expect((await visitor.request.get(`${server.url}/api/showcase/projects/${projectId}`)).status()).toBe(403);
  await operator.getByRole('button', { name: 'Dismiss the report about The Glass Lighthouse' }).click();
  await expect(operator.getByText('No one has reported a movie.')).toBeVisible();
});
