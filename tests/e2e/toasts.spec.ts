/** Notices and tooltips, by the page's own clock. */
import { expect, test, type Locator } from '@playwright/test';
import { checkWithAxe, showInTheme, THEMES } from './axe.ts';
import { runRows } from './checklist/checklist.ts';
import { toastRows, tooltipRows } from './checklist/toasts.ts';
import { ines } from './journey.ts';
import { demoPerson } from './people.ts';
import { startServer, type RunningServer } from './server.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.remove());

test('notices and tooltips come and go by the rules', async ({ page }) => {
  await demoPerson(page.request, server.url, ines);
  await page.clock.install();
  await page.goto(`${server.url}/settings`);
  await page.getByRole('button', { name: 'Change Key' }).click();
  await page.getByRole('button', { name: 'Add a Key' }).click();
  await page.getByRole('button', { name: 'Set a Cap' }).click();
  await page.clock.pauseAt(Date.now() + 60_000);
  await runRows(toastRows, { page });
  await runRows(tooltipRows, { page });
  await page.clock.resume();
  await page.getByLabel('New key', { exact: true }).press('Enter');
  await page.keyboard.press('F8');
  await expect(page.getByRole('region', { name: 'Notifications (F8)' })).toBeFocused();
  await checkWithAxe(page, 'a notice');
  await test.step('what is amber is amber under the pointer too', async () => {
    await page.getByRole('button', { name: 'Change Cap' }).click();
    await page.getByLabel('Monthly cap in US dollars').fill('26');
    const button = page.getByRole('button', { name: 'Save Cap' });
    for (const theme of THEMES) {
      await page.mouse.move(0, 0);
      await showInTheme(page, theme);
      const atRest = await groundOf(button);
      await button.hover();
      await expect.poll(async () => (await groundOf(button)).color).not.toBe(atRest.color);
      expect(Math.abs((await groundOf(button)).hue - atRest.hue)).toBeLessThan(5);
    }
  });
});

/** An element's ground as it is drawn, with its hue in degrees. */
function groundOf(element: Locator): Promise<{ color: string; hue: number }> {
  return element.evaluate((one) => {
    const pen = new OffscreenCanvas(1, 1).getContext('2d');
    if (!pen) throw new Error('There is no canvas.');
    const color = getComputedStyle(one).backgroundColor;
    pen.fillStyle = color;
    pen.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = pen.getImageData(0, 0, 1, 1).data;
    return { color, hue: (Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI };
  });
}
