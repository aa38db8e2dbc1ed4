/** What clips cost is told in Settings, and a cap stops what would pass it. */
import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { startFakeGemini, type FakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { ALL_RULES, checkWithAxe, DESKTOP, expectNoViolations, PHONE } from './axe.ts';
import { createProject, generateVideos, saveKey, signIn } from './journey.ts';
import { faultsIn, startServer, type RunningServer } from './server.ts';

test.use({ serviceWorkers: 'allow' });

/** Omni at 720p by the price list: 30 seconds at 0.07 USD. */
const MONTH = '$2.10';

let gemini: FakeGemini;
let server: RunningServer;

test.beforeAll(async () => {
  gemini = await startFakeGemini();
  server = await startServer({ GOOGLE_GEMINI_BASE_URL: gemini.url, GENERATION_POLL_MS: '100' });
});
test.afterAll(async () => {
  expect(faultsIn(server.log())).toEqual([]);
  await server.remove();
  await gemini.close();
});

test('spending is shown by project, and a generation that would pass the cap does not start', async ({ page }) => {
  await signIn(page, server.url);
  await saveKey(page, 'AQ.test-key-of-the-end-to-end-run');
  const idea = { description: 'A clerk counts coins by candlelight.', genre: 'Drama' };
  const detected = await page.request.post(`${server.url}/api/detect-genres`, {
    data: { description: idea.description },
    headers: { Origin: server.url },
  });
  expect(detected.status()).toBe(200);
  await createProject(page, { title: 'The First Ledger', ...idea });
  const price = 'about $2.00';
  await expect(page.getByRole('button', { name: `Generate this scene · ${price}, scene 1` })).toBeVisible();
  await generateVideos(page);
  await page.getByRole('button', { name: 'More for scene 1' }).click();
  await expect(page.getByRole('menuitem', { name: `Extend by 7 s · ${price}` })).toBeVisible();

  await page.goto(`${server.url}/settings`);
  const card = page.locator('.rt-Card', { has: page.getByRole('heading', { name: 'Spending' }) });

  await test.step('the month is told, project by project', async () => {
    await expect(card.getByText('This month')).toBeVisible();
    await expect(card.getByRole('listitem')).toHaveText([
      `The First Ledger${MONTH}`,
      'Ideas that aren’t projects yetless than $0.01',
    ]);
    await expect(
      card.getByText('No monthly cap. Storyreel won’t stop a generation because of its cost.'),
    ).toBeVisible();
  });

  await test.step('a cap is set by keyboard, and what is no amount is not taken', async () => {
    await card.getByRole('button', { name: 'Set a Cap' }).click();
    const field = card.getByLabel('Monthly cap in US dollars');
    for (const wrong of ['', '-3', 'ten', '1.234', '1000000']) {
      await field.fill(wrong);
      await expect(card.getByRole('button', { name: 'Save Cap' })).toBeDisabled();
    }
    await field.fill('2,50');
    await field.press('Enter');
    await expect(card.getByText(`${MONTH} of $2.50`)).toBeVisible();
    await expect(card.getByRole('progressbar')).toHaveAttribute('value', '84');
  });

  await card.getByRole('button', { name: 'Change Cap' }).click();
  for (const size of [PHONE, DESKTOP]) {
    await page.setViewportSize(size);
    await expectNoViolations(page, `a cap that is changed, ${size.width} px`, ALL_RULES);
  }
  await card.getByRole('button', { name: 'Cancel' }).click();

  await test.step('the cap stops what would pass it, before anything is asked', async () => {
    await page.goto(`${server.url}/`);
    await createProject(page, { title: 'The Second Ledger', ...idea });
    const sent = gemini.jobs.length;
    await page.getByRole('button', { name: 'Generate Videos' }).first().click();
    await page.getByRole('button', { name: 'Start Generation' }).click();
    // The words of two breakdowns come to about a cent.
    await expect(page.getByText(/go over your monthly cap of \$2\.50; you’ve used \$2\.1\d\./).first()).toBeVisible();
    expect(gemini.jobs).toHaveLength(sent);
  });

  await test.step('the rail and the confirmation tell what is spent and left, apart from the estimate', async () => {
    await page.keyboard.press('Escape');
    const rail = page.getByRole('region', { name: 'Spending' });
    await expect(rail.getByText('Spent')).toBeVisible();
    await expect(rail).toContainText('Estimate for 4 scenesabout $7.50');
    await expect(rail).toContainText(/Left under your cap\$0\.\d\d/);
    await page.getByRole('button', { name: 'Generate Videos' }).first().click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(/^\$0\.\d\d left under your cap$/)).toBeVisible();
    await expect(dialog.getByText(/^This run \$\d+\.\d\d$/)).toBeVisible();
    await expect(dialog.getByText(/^Price list: this reserves \$2\.10, which is more than is left\./)).toBeVisible();
    await checkWithAxe(page, 'confirmation over the cap');
    await page.keyboard.press('Escape');
    await rail.getByRole('link', { name: 'All spending' }).click();
    await expect(page).toHaveURL(`${server.url}/spending`);
  });

  await test.step('the page shows the days as a plot and the ledger under it, and saves it as a table', async () => {
    const plot = page.getByRole('region', { name: 'By day' });
    await expect(plot.getByRole('figure', { name: /^\$2\.1\d in 30 days\. Highest: \$2\.1\d on / })).toBeVisible();
    await expect(plot.getByRole('listitem').first()).toContainText(`The First Ledger${MONTH.slice(0, -1)}`);
    await plot.getByRole('radio', { name: 'Model' }).click();
    await expect(plot.getByRole('listitem').first()).toHaveText(`Gemini Omni Flash${MONTH}`);
    const rows = page.getByRole('region', { name: 'Ledger' }).getByRole('row');
    await expect(rows.filter({ hasText: 'Scene 1 · The First Ledger' })).toHaveCount(1);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toMatch(/^storyreel-spending-\d{4}-\d\d-\d\d\.csv$/);
    const lines = (await readFile(await saved.path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines[0]).toContain('Time (UTC),Project,What');
    expect(lines).toHaveLength(await rows.count());
    await checkWithAxe(page, 'spending');
  });

  await test.step('without the network it says what it knows, and what it can’t do', async () => {
    await page.context().setOffline(true);
    await page.reload();
    await expect(page.getByText(/^You’re offline\. This is what was known on /)).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: 'Scene 1 · The First Ledger' })).toHaveCount(1);
    await page.getByRole('button', { name: 'Download CSV' }).hover();
    await expect(page.getByRole('tooltip')).toContainText('You’re offline.');
    await page.context().setOffline(false);
    await page.reload();
    await expect(page.getByText(/^You’re offline\./)).toHaveCount(0);
  });

  await test.step('without the cap it goes through', async () => {
    await page.goto(`${server.url}/settings`);
    await card.getByRole('button', { name: 'Change Cap' }).click();
    await card.getByRole('button', { name: 'Remove Cap' }).click();
    await expect(
      card.getByText('No monthly cap. Storyreel won’t stop a generation because of its cost.'),
    ).toBeVisible();
  });
});
