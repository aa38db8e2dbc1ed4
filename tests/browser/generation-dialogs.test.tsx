/** The dialogs before clips are made: which scenes, what they lack, what they cost, and what is then asked for. */
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ConfirmDialog } from '#features/generation/confirm-dialog.tsx';
import { OneSceneDialog } from '#features/generation/one-scene-dialog.tsx';
import type { SceneChoice } from '#features/generation/scene-choice.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { completeScene, projectRow, sceneRow } from '#tests/helpers/rows.ts';
import { mount } from './mount.tsx';

const project = projectRow();
const start = page.getByRole('button', { name: 'Start Generation' });
const text = (words: string | RegExp) => page.getByText(words, { exact: true });
const box = (number: number) => page.getByRole('checkbox', { name: `Generate scene ${number}: Scene ${number}` });
/** Three scenes of 8 s and one of 6. */
const four = [sceneRow(1), sceneRow(2), sceneRow(3), sceneRow(4, { duration: 6 })];
const withChain = (number: number): Scene[] =>
  four.map((scene) => (scene.sceneNumber === number ? { ...scene, continueFromPrevious: true } : scene));

function confirm(scenes: readonly Scene[]): SceneChoice[] {
  const started: SceneChoice[] = [];
  mount(
    <ConfirmDialog
      project={project}
      scenes={scenes}
      isDemo
      onChooseClip={() => undefined}
      onStart={async (choice) => void started.push(choice)}
      onClose={() => undefined}
    />,
  );
  return started;
}

function confirmOne(number: number, scenes: readonly Scene[]): SceneChoice[] {
  const started: SceneChoice[] = [];
  const scene = scenes.find(({ sceneNumber }) => sceneNumber === number);
  if (!scene) throw new Error(`There is no scene ${number}.`);
  const onStart = async (choice: SceneChoice): Promise<void> => void started.push(choice);
  mount(<OneSceneDialog {...{ project, scene, scenes, onStart }} isDemo onClose={() => undefined} />);
  return started;
}

const idOf = (number: number): string => four[number - 1]?.id ?? '';

test('the confirmation has a box for each scene, three shortcuts, and a live total', async () => {
  const started = confirm(four);
  await expect.element(page.getByText('4 of 4 scenes · 0:30')).toBeVisible();
  await expect.element(text('about $7.50')).toBeVisible();
  await expect.element(text('Free in the demo')).toBeVisible();
  await expect.element(text('No one (demo studio)')).toBeVisible();
  await expect.element(text('Demo clips are short animations. Nothing is charged.')).toBeVisible();
  await expect.element(text('6 s · Veo 3.1')).toBeVisible();
  await expect.element(text('$1.50')).toBeVisible();

  await page.getByRole('button', { name: 'None', exact: true }).click();
  await expect.element(text('about $0.00')).toBeVisible();
  await expect.element(start).toHaveAttribute('aria-disabled', 'true');
  await start.hover({ force: true });
  await expect.element(page.getByRole('tooltip', { name: 'Choose at least one scene.' })).toBeVisible();

  await page.getByRole('button', { name: 'First scene only' }).click();
  await expect.element(page.getByText('1 of 4 scenes')).toBeVisible();
  await box(3).click();
  await expect.element(text('about $4.00')).toBeVisible();
  await start.click();
  expect(started).toEqual([{ sceneIds: [idOf(1), idOf(3)], ownEnds: [] }]);
});

test('scenes that failed are offered, and not chosen by themselves', async () => {
  confirm([completeScene(1), sceneRow(2, { status: 'failed' }), sceneRow(3)]);
  await expect.element(page.getByText('1 of 2 scenes')).toBeVisible();
  await expect.element(box(2)).not.toBeChecked();
  await box(2).click();
  await expect.element(text('about $4.00')).toBeVisible();
});

test('more than $50 is flagged as high, with the warning', async () => {
  confirm(Array.from({ length: 30 }, (_, at) => sceneRow(at + 1)));
  await expect.element(text('about $60.00')).toBeVisible();
  await expect.element(text('High cost')).toBeVisible();
  const warning = 'This generation will cost over $50. Please confirm you want to proceed with this expense.';
  await expect.element(page.getByText(warning)).toBeVisible();
  expect(page.getByRole('checkbox').elements()).toHaveLength(30);
});

test('a scene whose neighbor isn’t chosen says so, and starts only with a way out', async () => {
  const started = confirm(withChain(2));
  await box(1).click();
  await expect.element(page.getByText('Scene 1 has no clip.')).toBeVisible();
  await expect.element(start).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'Add scene 1' }).click();
  await expect.element(page.getByText('4 of 4 scenes')).toBeVisible();
  await box(1).click();
  await page.getByRole('button', { name: 'Generate scene 2 without that frame' }).click();
  await expect.poll(() => page.getByText('Scene 1 has no clip.').elements()).toEqual([]);
  await start.click();
  expect(started).toEqual([
    {
      sceneIds: [idOf(2), idOf(3), idOf(4)],
      ownEnds: [{ id: idOf(2), continueFromPrevious: false, continueIntoNext: false }],
    },
  ]);
});

test('one scene has its own price, and asks for itself alone', async () => {
  const started = confirmOne(2, four);
  await expect.element(page.getByRole('dialog', { name: 'Generate scene 2' })).toBeVisible();
  await expect.element(text('about $2.00')).toBeVisible();
  await start.click();
  expect(started).toEqual([{ sceneIds: [idOf(2)], ownEnds: [] }]);
});

test('one that has its clip says what it costs again, and that the old clip stays', async () => {
  const made = completeScene(1);
  const started = confirmOne(1, [made, ...four.slice(1)]);
  await expect.element(page.getByRole('dialog', { name: 'Generate scene 1 again' })).toBeVisible();
  await expect.element(text('about $2.00')).toBeVisible();
  await expect.element(page.getByText('You keep your current clip until the new one is stored.')).toBeVisible();
  await expect.element(text('No one (demo studio)')).toBeVisible();
  await page.getByRole('button', { name: 'Generate again' }).click();
  expect(started).toEqual([{ sceneIds: [made.id], ownEnds: [] }]);
});

test.each([
  ['both', null, 'about $4.00', { sceneIds: [idOf(2), idOf(3)], ownEnds: [] }],
  [
    'itself without that frame',
    'Scene 3 without that frame · about $2.00',
    'about $2.00',
    { sceneIds: [idOf(3)], ownEnds: [{ id: idOf(3), continueFromPrevious: false, continueIntoNext: false }] },
  ],
])('a scene that takes a frame of one without a clip offers %s', async (_, choice, price, asked) => {
  const started = confirmOne(3, withChain(3));
  await expect.element(page.getByText('Scene 3 takes a frame of scene 2, which has no clip yet.')).toBeVisible();
  await expect.element(page.getByRole('radio', { name: 'Scenes 2 and 3 · about $4.00' })).toBeChecked();
  if (choice !== null) await page.getByRole('radio', { name: choice }).click();
  await expect.element(text(price)).toBeVisible();
  await start.click();
  await vi.waitFor(() => expect(started).toHaveLength(1));
  expect(started[0]?.ownEnds).toEqual(asked.ownEnds);
  expect(started[0]?.sceneIds.toSorted()).toEqual(asked.sceneIds);
});
