/** What the progress dialog says while clips are made and when they are there. */
import { expect, type Page } from '@playwright/test';
import type { Checklist } from './checklist.ts';

export type ProgressScreen = {
  page: Page;
  /** What the ledger says the finished clips cost: "$6.00". */
  cost: string;
};
type Rows = Checklist<ProgressScreen>;

const dialog = (page: Page) => page.getByRole('dialog');
const row = (page: Page, place: number) => dialog(page).getByRole('listitem').nth(place);

/** Waits for a figure of the summary, such as "Failed" and "1". */
async function expectFigure(page: Page, name: string, value: string | RegExp): Promise<void> {
  const figure = dialog(page)
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) });
  await expect(figure.getByRole('definition')).toHaveText(value);
}

/** Four scenes asked for, none there. */
export const runningRows: Rows = {
  'the title says that videos are being generated': ({ page }) =>
    expect(page.getByRole('dialog', { name: 'Generating videos' })).toBeVisible(),
  'counters Complete, Generating and Failed': async ({ page }) => {
    await expectFigure(page, 'Complete', '0');
    await expectFigure(page, 'Generating', '4');
    await expectFigure(page, 'Failed', '0');
  },
  'overall percent is (complete + failed) / total': async ({ page }) => {
    await expect(dialog(page).getByText('0%', { exact: true })).toBeVisible();
    await expect(dialog(page).getByRole('progressbar', { name: 'Overall progress' })).toHaveAttribute('value', '0');
  },
  'time and cost so far': async ({ page }) => {
    await expectFigure(page, 'Time so far', /^\d+:\d\d$/);
    await expectFigure(page, 'Cost so far', /^\$0\.00 \+ \$\d\.\d\d in progress$/);
  },
  'every scene with its title, its state and where it stands': async ({ page }) => {
    await expect(dialog(page).getByRole('listitem')).toHaveCount(4);
    await expect(row(page, 0)).toContainText('Generating');
    await expect(row(page, 0)).toContainText(/The model is generating the clip · \d+:\d\d/);
  },
  'it can be stopped, and it is safe to close': async ({ page }) => {
    await expect(dialog(page).getByRole('button', { name: 'Stop' })).toBeEnabled();
    await expect(dialog(page).getByText('You can close this window. Storyreel keeps generating.')).toBeVisible();
    await expect(dialog(page).getByRole('button', { name: 'Continue Editing' })).toHaveCount(0);
  },
};

/** Three scenes complete, the second refused. */
export const finishedRows: Rows = {
  'the title says that the videos are there': ({ page }) =>
    expect(page.getByRole('dialog', { name: 'Videos generated' })).toBeVisible(),
  'counters and percent count the failed one': async ({ page }) => {
    await expectFigure(page, 'Complete', '3');
    await expectFigure(page, 'Generating', '0');
    await expectFigure(page, 'Failed', '1');
    await expect(dialog(page).getByText('100%', { exact: true })).toBeVisible();
  },
  'the cost is what the ledger says was charged for the clips that are there': ({ page, cost }) =>
    expectFigure(page, 'Cost so far', cost),
  'posters have turned into first frames, but for the scene without a clip': async ({ page }) => {
    await expect(dialog(page).locator('img')).toHaveCount(3);
    await expect(row(page, 1).locator('img')).toHaveCount(0);
  },
  'the failed scene shows its reason and Retry': async ({ page }) => {
    await expect(row(page, 1)).toContainText('Failed');
    await expect(row(page, 1)).toContainText(/refused/i);
    await expect(row(page, 1).getByRole('button', { name: 'Retry · about $2.00, scene 2' })).toBeVisible();
  },
  'a screen reader is told the end in one sentence': ({ page }) =>
    expect(dialog(page).getByText('3 of 4 scenes complete, 1 failed')).toBeAttached(),
  'Continue Editing is offered': ({ page }) =>
    expect(dialog(page).getByRole('button', { name: 'Continue Editing' })).toBeVisible(),
};
