/** Two tabs of one project: what one does is in the other at once, and either takes the latest edit back. */
import { expect, test, type Page } from '@playwright/test';
import { DESKTOP } from './axe.ts';
import {
  addMusic,
  addText,
  block,
  deleteScene,
  documentHere,
  documentThere,
  duplicateScene,
  moveScene,
  openTimeline,
  renameScene,
  trimEnd,
  undo,
} from './editing.ts';
import { openPlanted, servePlanted } from './planted.ts';

test.use({ serviceWorkers: 'allow', viewport: DESKTOP, reducedMotion: 'reduce' });

const server = servePlanted();

/** The scenes as a tab's timeline names them, in their order. */
const drawn = (page: Page): Promise<(string | null)[]> =>
  page
    .getByRole('button', { name: /^Scene \d+:/ })
    .evaluateAll((blocks) => blocks.map((one) => one.getAttribute('aria-label')));

test('two tabs of a project stay in step, with the network and without', async ({ page: first, context }) => {
  const { projectId } = await openPlanted(first, server.url);
  const second = await context.newPage();
  await second.goto(first.url());
  for (const page of [first, second]) {
    await page.bringToFront();
    await openTimeline(page);
  }
  const inStep = async (): Promise<void> => {
    const there = await drawn(first);
    expect(there.length).toBeGreaterThan(2);
    await expect.poll(() => drawn(second)).toEqual(there);
  };

  await test.step('scenes: named, trimmed, moved, and duplicated in either tab', async () => {
    await first.bringToFront();
    await renameScene(first, 1, 'The pier');
    await expect(block(second, 1)).toHaveAccessibleName(/The pier/);
    await second.bringToFront();
    await trimEnd(second, 2, 6);
    await moveScene(second, 1, 'later');
    await expect(block(first, 2)).toHaveAccessibleName(/The pier/);
    await first.bringToFront();
    await duplicateScene(first, 2);
    await expect(block(second, 5)).toBeVisible();
    await inStep();
  });

  await test.step('texts and music come, too', async () => {
    await second.bringToFront();
    await addText(second, 1, 'Harbor, 1962');
    await addMusic(second, 'Waltz', 6);
    await expect(first.getByRole('button', { name: /^Music “Waltz”/ })).toBeVisible();
    await expect(first.getByRole('button', { name: /Harbor, 1962/ }).first()).toBeVisible();
  });

  await test.step('undo takes the latest edit back, whichever tab made it, and both show it', async () => {
    await first.bringToFront();
    await undo(first);
    await expect(second.getByRole('button', { name: /^Music “Waltz”/ })).toHaveCount(0);
    await undo(first);
    await second.bringToFront();
    await undo(second);
    await expect(block(first, 5)).toHaveCount(0);
    const after = await documentHere(first, projectId);
    expect(after.project.audio).toEqual([]);
    expect(after.scenes.map(({ textOverlays }) => textOverlays.length)).toEqual([0, 0, 0, 0]);
    expect(after.scenes[1]?.title).toBe('The pier');
  });

  await test.step('the same without a network; then the server has what both show', async () => {
    await context.setOffline(true);
    await second.bringToFront();
    await deleteScene(second, 4);
    await expect(block(first, 4)).toHaveCount(0);
    await first.bringToFront();
    await renameScene(first, 3, 'Last light');
    await expect(block(second, 3)).toHaveAccessibleName(/Last light/);
    await inStep();
    const here = await documentHere(second, projectId);
    await context.setOffline(false);
    const there = async () => documentThere(first, server.url, projectId).catch(() => null);
    await expect.poll(there, { timeout: 10_000 }).toEqual(here);
    for (const page of [first, second]) await expect(page.getByRole('banner').getByText('Saved')).toBeVisible();
  });
});
