/** What can't be asked for now says so before it is pressed, and what fails without words of ours has the specified ones. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { DEMO_STUDIO_KEY } from '#shared/entities/user.ts';
import { makeFailedBoard } from './failed-board.ts';
import { ines, lighthouse, openProjectId, scenesOnServer, untilAppIsKept } from './journey.ts';
import { ownServer } from './own-server.ts';
import { demoPerson, signInByCall } from './people.ts';
import { openPlanted, startPlantedServer } from './planted.ts';
import { expectToast } from './toast.ts';

test.use({ serviceWorkers: 'allow' });

const OFFLINE = 'You’re offline. This needs a network connection.';

const server = ownServer(() => startPlantedServer({ GENERATION_POLL_MS: '200' }));

/** Sees that a button can be reached, can't be pressed, and says why. */
async function expectRefused(page: Page, button: Locator, reason: string): Promise<void> {
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await button.focus();
  await expect(page.getByRole('tooltip', { name: reason })).toBeVisible();
  await button.blur();
  await expect(page.getByRole('tooltip')).toHaveCount(0);
}

/** Sees that a finger's press on a button shows why it can't be pressed, whole and on the screen, until the next press. */
async function expectToldByTouch(page: Page, button: Locator, reason: string): Promise<void> {
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  // What is forced doesn't wait until the page lies still, and a scroll closes the tooltip.
  await button.scrollIntoViewIfNeeded();
  // Playwright would wait until it can be used.
  await button.tap({ force: true });
  const told = page.getByRole('tooltip', { name: reason });
  await expect(told).toBeInViewport({ ratio: 1 });
  await expect(button).toHaveAccessibleDescription(reason);
  await page.touchscreen.tap(2, 2);
  await expect(told).toHaveCount(0);
}

const button = (page: Page | Locator, name: string): Locator => page.getByRole('button', { name, exact: true });

test('without a network or a key, whatever needs one says so before it is pressed', async ({ page, context }) => {
  const owner = await demoPerson(page.request, server.url, ines);
  const projectId = await makeFailedBoard(owner);
  await page.goto(`${server.url}/project/${projectId}`);
  await expect(page.getByRole('article')).toHaveCount(4);
  await untilAppIsKept(page);
  await expect(page.getByRole('article')).toHaveCount(4);
  await context.setOffline(true);

  await test.step('on the cards and the rail', async () => {
    for (const name of ['Improve scene 1', 'Retry · free', 'Generate again (may be charged twice)', 'Dismiss'])
      await expectRefused(page, button(page.getByRole('main'), name), OFFLINE);
    await expectRefused(page, button(page, 'Improve Prompt'), OFFLINE);
    const characters = page.getByRole('region', { name: 'Character References' });
    await expectRefused(page, characters.getByRole('button', { name: /^Generate/ }), OFFLINE);
    await button(page, 'More for scene 1').click();
    const again = page.getByRole('menuitem', { name: 'Generate again · unavailable offline' });
    await expect(again).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('Escape');
  });

  await test.step('in the dialog for a new project', async () => {
    await page.getByRole('link', { name: 'Back to My Projects' }).click();
    await button(page, 'New Project').first().click();
    const dialog = page.getByRole('dialog', { name: 'Create New Project' });
    await dialog.getByLabel('Title').fill('Made at sea');
    await dialog.getByLabel('Description').fill(lighthouse.description);
    await expectRefused(page, button(dialog, 'Improve Prompt'), OFFLINE);
    await dialog.getByRole('searchbox', { name: 'Genres' }).fill('Drama');
    await dialog.getByRole('button', { name: /^Drama/ }).click();
    await button(dialog, 'Create Project').click();
  });

  await test.step('a project made offline gets scenes of the person’s own', async () => {
    await page.waitForURL('**/project/*');
    await expect(page.getByRole('heading', { name: 'No scenes yet' })).toBeVisible();
    await expectRefused(page, button(page.getByRole('main'), 'Generate Scene Breakdown'), OFFLINE);
    await button(page, 'Add Custom Scene').click();
    const dialog = page.getByRole('dialog', { name: 'Add Custom Scene' });
    await dialog.getByLabel('Title').fill('Low tide');
    await dialog.getByLabel('Description').fill('Nobody has come to the pier.');
    await button(dialog, 'Add Scene').click();
    await expect(page.getByRole('article', { name: 'Scene 1: Low tide' })).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole('banner').getByText('Saved')).toBeVisible();
    const sent = await scenesOnServer(page, server.url, openProjectId(page));
    expect(sent.map(({ title }) => title)).toEqual(['Low tide']);
  });

  await test.step('without a key', async () => {
    const gone = await page.request.delete(`${server.url}/api/user/api-key`, { headers: { Origin: server.url } });
    await expect(gone).toBeOK();
    await page.goto(`${server.url}/project/${projectId}`);
    await expectRefused(page, button(page, 'Improve scene 1'), 'Add an API key in Settings to use this.');
  });
});

test.describe('beside no worker, which would hide the calls', () => {
  test.use({ serviceWorkers: 'block' });
  const proxyPage = { status: 502, contentType: 'text/html', body: '<html><h1>502 Bad Gateway</h1></html>' };

  test('a reply that is a proxy’s page has the specified sentence', async ({ page }) => {
    await page.route('**/api/media/**', (route) => route.abort());
    await page.route(/\/api\/(download|user\/save-api-key|projects\/[^/]+\/generate-character-references)/, (route) =>
      route.fulfill(proxyPage),
    );
    await openPlanted(page, server.url, 2);
    await button(page, 'Download scene 1').click();
    await expectToast(page, 'Failed to download video', 'An error occurred while downloading.');
    const characters = page.getByRole('region', { name: 'Character References' });
    await characters.getByRole('button', { name: /^Generate/ }).click();
    await expectToast(page, 'Generation failed', 'Failed to generate character references');

    const key = 'AQ.a-key-that-is-long-enough';
    await page.route('**/api/validate-api-key', (route) => route.fulfill({ json: { valid: true } }));
    await page.goto(`${server.url}/settings`);
    await button(page, 'Change Key').click();
    await page.getByLabel('New key').fill(key);
    await button(page, 'Validate & Save').click();
    await expectToast(page, 'Error', 'Failed to save API key');

    // A page that hears of somebody else would load itself anew.
    await page.goto('about:blank');
    await signInByCall(page.request, server.url, { email: 'gate@example.org', firstName: 'Gus', lastName: 'Tor' });
    await page.goto(`${server.url}/onboarding`);
    await page.getByLabel('API key', { exact: true }).fill(key);
    await button(page, 'Validate & Continue').click();
    await expect(page.getByRole('alert')).toHaveText('Failed to save API key');
    await page.route('**/api/validate-api-key', (route) => route.fulfill(proxyPage));
    await button(page, 'Validate & Continue').click();
    await expect(page.getByRole('alert')).toHaveText('An error occurred. Please try again.');
  });

  test.describe('where only a finger presses', () => {
    test.use({ hasTouch: true, viewport: { width: 360, height: 740 } });

    test('a press on what can’t be used says why', async ({ page, context }) => {
      // A clip that never comes stays the server's.
      await page.route('**/api/media/**', (route) => route.abort());
      await openPlanted(page, server.url);
      await page.getByRole('tab', { name: 'Timeline Editor' }).click();
      await expect(button(page, 'Download All')).toBeVisible();
      await context.setOffline(true);
      await expectToldByTouch(page, button(page, 'Download All'), OFFLINE);
      await page.getByRole('tab', { name: 'Scene Editor' }).click();
      for (const name of ['Improve scene 1', 'Download scene 1', 'Download scene 4'])
        await expectToldByTouch(page, button(page, name), OFFLINE);
    });
  });
});

test.describe('where only a finger presses', () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 740 } });

  test('so do onboarding and Settings, which keeps what was typed', async ({ page, context }) => {
    const person = { email: 'oda@example.org', firstName: 'Oda', lastName: 'Lind' };
    const caller = await signInByCall(page.request, server.url, person);
    await page.goto(`${server.url}/onboarding`);
    await untilAppIsKept(page);
    await expect(button(page, 'Validate & Continue')).toBeVisible();
    await context.setOffline(true);
    await expectToldByTouch(page, button(page, 'Validate & Continue'), OFFLINE);
    await expectToldByTouch(page, button(page, 'Try the demo studio — no key, no cost'), OFFLINE);
    await page.getByLabel('API key', { exact: true }).press('Enter');
    await expect(page.getByRole('tooltip', { name: OFFLINE })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await context.setOffline(false);

    await caller.send('POST', '/api/user/save-api-key', { apiKey: DEMO_STUDIO_KEY });
    await page.goto(`${server.url}/settings`);
    await button(page, 'Change Key').tap();
    await button(page, 'Set a Cap').tap();
    const key = page.getByLabel('New key', { exact: true });
    await key.fill('AQ.a-key-that-is-long-enough');
    await context.setOffline(true);
    const save = button(page, 'Validate & Save');
    await expectToldByTouch(page, save, OFFLINE);
    await expectToldByTouch(page, button(page, 'Save Cap'), OFFLINE);
    await test.step('to the keyboard, too', async () => {
      await key.press('Enter');
      await expect(save).toBeFocused();
      await expect(page.getByRole('tooltip', { name: OFFLINE })).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('tooltip', { name: OFFLINE })).toBeVisible();
    });
    await context.setOffline(false);
    await expect(save).toBeEnabled();
    await expect(save).toBeFocused();
    await expect(page.getByRole('tooltip')).toHaveCount(0);
    await expect(key).toHaveValue('AQ.a-key-that-is-long-enough');
    await button(page, 'Remove Key…').tap();
    await context.setOffline(true);
    const dialog = page.getByRole('dialog', { name: 'Remove your API key?' });
    await expectRefused(page, button(dialog, 'Remove Key'), OFFLINE);
  });
});
