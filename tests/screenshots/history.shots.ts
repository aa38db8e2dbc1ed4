/** What a person sees of what happened to a movie: steps of two devices, a replaced text, and what could not be read. */
import { expect, test, type Page } from '@playwright/test';
import { historyHeaders } from '#shared/api/history.ts';
import {
  createProject,
  editScene,
  generateVideos,
  lighthouse,
  openProjectId,
  scenesOnServer,
} from '#tests/e2e/journey.ts';
import { testId } from '#tests/helpers/rows.ts';
import { openDemoStudio } from './demo-studio.ts';
import { shoot, widths } from './shoot.ts';

const studio = openDemoStudio();

/** An edit from another device, made on the version before the present one. */
async function editElsewhere(page: Page, sceneNumber: number, fields: object, isUnseen: boolean): Promise<void> {
  const scene = (await scenesOnServer(page, studio.url(), openProjectId(page))).find(
    (row) => row.sceneNumber === sceneNumber,
  );
  const reply = await page.request.patch(`${studio.url()}/api/scenes/${scene?.id}`, {
    data: fields,
    headers: {
      Origin: studio.url(),
      [historyHeaders.device]: testId(900),
      [historyHeaders.deviceName]: 'Safari on iPhone',
      [historyHeaders.madeOn]: `${(scene?.version ?? 1) - (isUnseen ? 1 : 0)}`,
    },
  });
  await expect(reply).toBeOK();
}

/** The second scene goes to the end. */
async function reorderElsewhere(page: Page): Promise<void> {
  const scenes = await scenesOnServer(page, studio.url(), openProjectId(page));
  const order = [...scenes.toSpliced(1, 1), ...scenes.slice(1, 2)].map(({ id }, place) => ({
    ...{ id, sceneNumber: place + 1, isExtension: false, parentSceneId: null, extensionIndex: null },
  }));
  const reply = await page.request.post(`${studio.url()}/api/projects/${openProjectId(page)}/reorder-scenes`, {
    data: { scenes: order },
    headers: {
      Origin: studio.url(),
      [historyHeaders.device]: testId(900),
      [historyHeaders.deviceName]: 'Safari on iPhone',
    },
  });
  await expect(reply).toBeOK();
}

test('history beside the tabs, and over them', async ({ page }) => {
  await createProject(page, lighthouse);
  await page.getByRole('button', { name: 'History', exact: true }).click();
  await shoot(page, '28-history-begun', { widths: [360, 1280] });
  await page.goto(`${studio.url()}/project/${openProjectId(page)}`);
  await generateVideos(page);
  await editScene(page, 1, 'Description', 'Ines sees a light over the water above the sleeping town.');
  await expect
    .poll(async () => (await scenesOnServer(page, studio.url(), openProjectId(page)))[0]?.description)
    .toContain('light over the water');
  await editScene(page, 3, 'Title', 'The council');
  // The page hears of what follows at once, and not of a part of it.
  await page.context().setOffline(true);
  await editElsewhere(page, 1, { description: 'Ines sees a beam cross the clouds above the sleeping town.' }, true);
  await editElsewhere(page, 2, { trimStart: 1, trimEnd: 5 }, false);
  await editElsewhere(page, 4, { trimStart: 1, trimEnd: 5 }, false);
  await reorderElsewhere(page);
  await page.context().setOffline(false);
  await expect(
    page.getByText('A later version from Safari on iPhone replaced yours. You can restore it.'),
  ).toBeVisible();
  await shoot(page, '28-history-notice', { widths: [360, 1280] });
  await page.getByRole('button', { name: 'History', exact: true }).click();
  await expect(page.getByText('In use, from Safari on iPhone')).toBeVisible();
  await shoot(page, '28-history', { widths: [...widths.all, 1440] });
  await page.context().setOffline(true);
  await editScene(page, 2, 'Title', 'The tide');
  await expect(page.getByText('Not sent yet')).toBeVisible();
  await shoot(page, '28-history-offline');
  await page.context().setOffline(false);
  await page
    .getByRole('button', { name: /^View version/ })
    .last()
    .click();
  await page.getByRole('button', { name: 'Back to now' }).waitFor();
  await shoot(page, '28-history-version', { widths: widths.all });
  await page.getByRole('button', { name: 'Back to now' }).click();
  await page.getByRole('button', { name: 'History', exact: true }).click();
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.getByRole('dialog', { name: 'Log out of this browser?' }).waitFor();
  await shoot(page, '28-logout');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'History', exact: true }).click();
  await page.evaluate(
    async (projectId) => {
      const kept = (await indexedDB.databases()).find(({ name }) => name?.startsWith('storyreel-'));
      const open = indexedDB.open(kept?.name ?? '');
      await new Promise((resolve) => open.addEventListener('success', resolve));
      const store = open.result.transaction('quarantine', 'readwrite').objectStore('quarantine');
      const row = { id: 'x', projectId, title: 'The lost scene' };
      const adding = store.add({
        table: 'scenes',
        row,
        reason: '✖ Invalid input: expected number\n  → at version',
        at: 1,
      });
      await new Promise((resolve) => adding.addEventListener('success', resolve));
      open.result.close();
    },
    new URL(page.url()).pathname.split('/').at(-1) ?? '',
  );
  await page.reload();
  await page.getByText('Why it was set aside').click();
  await shoot(page, '28-history-set-aside', { widths: [360, 1280] });
  await page.goto(`${studio.url()}/project/${openProjectId(page)}?tab=timeline&panel=history`);
  await expect(page.getByText('In use, from Safari on iPhone')).toBeVisible();
  await shoot(page, '28-history-timeline', { widths: widths.all });
  await page.goto(`${studio.url()}/project/${openProjectId(page)}?tab=timeline`);
  await page.getByRole('button', { name: /^Scene 1:/ }).click({ position: { x: 40, y: 8 } });
  await page.getByRole('button', { name: 'Add Text', exact: true }).first().click();
  await page.getByRole('dialog').getByLabel('Text', { exact: true }).fill('Low tide');
  await page.getByRole('button', { name: 'History', exact: true }).click();
  await shoot(page, '28-history-timeline-text', { widths: widths.all });
});
