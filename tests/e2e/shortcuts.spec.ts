/** The list of shortcuts, and other keys for its commands: named conflicts, kept for the person, heard by every handler. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { checkWithAxe, DESKTOP, PHONE } from './axe.ts';
import { ownServer } from './own-server.ts';
import { openPlanted, startPlantedServer } from './planted.ts';

const server = ownServer(startPlantedServer);

const sheet = (page: Page): Locator => page.getByRole('dialog', { name: 'Keyboard shortcuts' });
const keyOf = (page: Page, does: string): Locator =>
  sheet(page).getByRole('button', { name: new RegExp(`^(Change the key of|Press the new key for) “${does}”`) });

test('commands get other keys, which work at once and after a reload', async ({ page }) => {
  const { projectId } = await openPlanted(page, server.url);
  await page.goto(`${server.url}/project/${projectId}?tab=timeline`);
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  const muted = page.getByRole('button', { name: 'Unmute', exact: true });

  await test.step('a free key is taken, and the former one does nothing any more', async () => {
    await page.keyboard.press('?');
    await keyOf(page, 'Mute or unmute').click();
    await page.keyboard.press('x');
    await expect(keyOf(page, 'Mute or unmute')).toHaveText('X');
    await expect(sheet(page).getByText('“Mute or unmute” now has the key X')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet(page)).toHaveCount(0);
    await page.keyboard.press('m');
    await page.keyboard.press('x');
    await expect(muted).toBeVisible();
    await page.keyboard.press('x');
    await expect(muted).toHaveCount(0);
  });

  await test.step('a taken key names who has it, and a browser’s is refused', async () => {
    await page.keyboard.press('?');
    await keyOf(page, 'Fullscreen').click();
    await page.keyboard.press('Control+b');
    await expect(sheet(page).getByRole('alert')).toContainText('Ctrl + B belongs to the browser');
    await page.keyboard.press('t');
    await expect(sheet(page).getByRole('alert')).toContainText('T already does “Add text”.');
    await checkWithAxe(page, 'a key that is taken', [PHONE, DESKTOP]);
    await sheet(page).getByRole('button', { name: 'Use it here instead' }).click();
    await expect(keyOf(page, 'Fullscreen')).toHaveText('T');
    await expect(keyOf(page, 'Add text')).toHaveText('No key');
  });

  await test.step('Tab leaves a key as it is', async () => {
    await keyOf(page, 'Set the trim’s start point to the playhead').click();
    await page.keyboard.press('Tab');
    await expect(keyOf(page, 'Set the trim’s start point to the playhead')).toHaveText('I');
    await page.keyboard.press('Escape');
  });

  await test.step('all of it is there after a reload, and is reset', async () => {
    await page.reload();
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
    await page.keyboard.press('?');
    await expect(keyOf(page, 'Mute or unmute')).toHaveText('X');
    await expect(keyOf(page, 'Add text')).toHaveText('No key');
    await sheet(page).getByRole('button', { name: 'Reset all keys' }).click();
    await expect(keyOf(page, 'Mute or unmute')).toHaveText('M');
    await expect(keyOf(page, 'Add text')).toHaveText('T');
    await page.keyboard.press('Escape');
    await page.keyboard.press('m');
    await expect(muted).toBeVisible();
  });
});
