/** Signing in at an OpenID provider in a real browser: there, back with a no, there again, in, and out. */
import { expect, test } from '@playwright/test';
import { startOpenIdProvider, type OpenIdProvider } from '#tests/helpers/openid-provider.ts';
import { freePort } from '#scripts/free-port.mjs';
import { ALL_RULES, expectNoViolations } from './axe.ts';
import { chooseDemoStudio, leaving } from './journey.ts';
import { faultsIn, startServer, type RunningServer } from './server.ts';

let provider: OpenIdProvider;
let server: RunningServer;

test.beforeAll(async () => {
  const port = String(await freePort());
  provider = await startOpenIdProvider(`http://127.0.0.1:${port}/api/login/oidc/callback`, {
    ines: {
      email: 'ines@example.org',
      email_verified: true,
      given_name: 'Ines',
      family_name: 'Moreau',
      // The provider's own host, where nobody listens for https.
      picture: 'https://127.0.0.1/ines.png',
    },
  });
  server = await startServer({
    PORT: port,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
  });
});
test.afterAll(async () => {
  await server.remove();
  await provider.close();
});

test('a person signs in at their provider, is known by name, and signs out', async ({ page, context }) => {
  const refusedByPolicy: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refusedByPolicy.push(message.text());
  });
  await page.goto(`${server.url}/`);
  await page.waitForURL('**/landing');

  await test.step('saying no leads to a page with a way back', async () => {
    await page.getByRole('button', { name: 'Get Started', exact: true }).click();
    await page.getByRole('button', { name: 'Refuse' }).click();
    await expect(page.getByRole('heading', { name: 'You’re not signed in' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveText('Sign-in with 127.0.0.1 was canceled.');
    await expect(page.getByRole('link', { name: 'Back to the start page' })).toBeVisible();
    await expectNoViolations(page, 'a refused sign-in', ALL_RULES);
  });

  await test.step('saying yes leads in', async () => {
    await page.getByRole('link', { name: 'Try again' }).click();
    await page.getByLabel('Login').fill('ines');
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL(`${server.url}/onboarding`);
    await expect(page.getByText('Welcome, Ines')).toBeVisible();
    const cookies = (await context.cookies(server.url)).filter(({ name }) => !name.startsWith('_'));
    expect(cookies).toMatchObject([
      { name: 'sid', httpOnly: true, sameSite: 'Lax', path: '/' },
      // It tells the page that somebody has just signed in, and opens nothing.
      { name: 'signed_in', value: '1', sameSite: 'Lax', path: '/' },
    ]);
  });

  await test.step('a picture that can’t be had leaves the initials, one that can stands in their place', async () => {
    await chooseDemoStudio(page);
    const trigger = page.getByRole('button', { name: 'User menu' });
    await expect(trigger).toHaveText('IM');
    const asked: string[] = [];
    page.on('request', (request) => request.resourceType() === 'image' && asked.push(new URL(request.url()).origin));
    await page.route('**/api/user/avatar', (route) => route.fulfill({ path: 'public/icons/storyreel-192.png' }));
    await page.reload();
    await expect(trigger.locator('img')).toHaveJSProperty('naturalWidth', 192);
    await expect(trigger).toHaveText('');
    expect(new Set(asked)).toEqual(new Set([server.url]));
  });

  await test.step('the menu shows who is there and leads out', async () => {
    await page.getByRole('button', { name: 'User menu' }).click();
    await expect(page.getByText('ines@example.org')).toBeVisible();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await leaving(page).getByRole('button', { name: 'Log out', exact: true }).click();
    await page.waitForURL('**/landing');
    expect((await page.request.get(`${server.url}/api/auth/user`)).status()).toBe(401);
  });

  expect(refusedByPolicy).toEqual([]);
  // That the picture could not be had is told, once.
  expect(faultsIn(server.log()).filter((line) => !line.includes('/api/user/avatar'))).toEqual([]);
});
