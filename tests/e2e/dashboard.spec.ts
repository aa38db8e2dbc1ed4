/** The wall of projects: who is new, what a card leads to and hints at, and how a project goes; and the banner for browsers that lack what exporting needs. */
import { expect, test, type Locator } from '@playwright/test';
import { checkWithAxe, DESKTOP, PHONE } from './axe.ts';
import { ines, lighthouse } from './journey.ts';
import { ownServer } from './own-server.ts';
import { demoPerson, signInByCall } from './people.ts';
import { plantedOwner, startPlantedServer } from './planted.ts';
import { expectToast } from './toast.ts';

const server = ownServer(startPlantedServer);

test('the wall of projects begins empty, hints, leads to a project, and lets go of one', async ({ page }) => {
  await test.step('who is new is offered the first project, under a header', async () => {
    await demoPerson(page.request, server.url, ines);
    await page.goto(`${server.url}/`);
    const header = page.getByRole('banner');
    await expect(header).toContainText('AI Storyreel');
    await expect(header).toContainText('Powered by Veo 3.1');
    await expect(header.getByRole('button', { name: 'User menu' })).toBeVisible();
    await expect(header.getByRole('button', { name: 'Switch to light theme' })).toBeVisible();
    await page.getByRole('button', { name: 'Create Your First Project' }).click();
    await expect(page.getByRole('dialog', { name: 'Create New Project' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  // A page that hears of somebody else would load itself anew.
  await page.goto('about:blank');
  const { person, projectId } = await plantedOwner(0);
  await signInByCall(page.request, server.url, person);
  await page.goto(`${server.url}/`);
  const card = page.getByRole('article', { name: lighthouse.title, exact: true });
  const link = card.getByRole('link');
  const pictures = card.locator('img');

  await test.step('a click leads to the project, where its scenes are fetched', async () => {
    await link.click();
    await page.waitForURL('**/project/*');
    await expect(page.getByRole('article')).toHaveCount(4);
    await page.goto(`${server.url}/`);
  });

  await test.step('hover and focus go through four of its pictures; not where less motion is asked for', async () => {
    const width = () => pictures.first().evaluate((one) => one instanceof HTMLImageElement && one.naturalWidth);
    await expect.poll(width).toBe(640);
    await link.hover();
    await expect(pictures).toHaveCount(5);
    await page.mouse.move(5, 5);
    await expect(pictures).toHaveCount(1);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await link.focus();
    await link.hover();
    await expect(pictures).toHaveCount(1);
    await link.blur();
  });

  await test.step('on small screens a side menu has New Project', async () => {
    await page.setViewportSize(PHONE);
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'New Project' }).click();
    await expect(page.getByRole('dialog', { name: 'Create New Project' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.setViewportSize(DESKTOP);
  });

  await test.step('a browser that lacks an encoder is told which have it, until that is dismissed', async () => {
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'AudioEncoder'));
    await page.goto(`${server.url}/project/${projectId}`);
    const banner = page.getByRole('complementary', { name: 'Browser compatibility' });
    await expect(banner).toContainText('Chrome 94+, Edge 94+, Opera 80+');
    await banner.getByRole('button', { name: 'Dismiss' }).click();
    await expect(banner).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('article').first()).toBeVisible();
    await expect(banner).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem('compatibility-banner-dismissed'))).toBe('true');
    await page.goto(`${server.url}/`);
  });

  await test.step('deleting says what goes, can be left, and takes the card away', async () => {
    const open = async (): Promise<Locator> => {
      await page.getByRole('button', { name: `Options for ${lighthouse.title}` }).press('Enter');
      const item = page.getByRole('menuitem', { name: 'Delete project' });
      await expect(item).toBeVisible();
      await checkWithAxe(page, 'a card’s menu');
      await item.press('Enter');
      return page.getByRole('dialog', { name: 'Delete this project?' });
    };
    let dialog = await open();
    await expect(dialog.getByText('4 scenes with their clips, trims, and text')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(card).toBeVisible();
    dialog = await open();
    await dialog.getByRole('button', { name: 'Delete Project' }).click();
    await expectToast(page, 'Project deleted');
    await expect(card).toHaveCount(0);
  });
});
