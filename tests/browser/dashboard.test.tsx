/** The wall of projects: what each card says, by what it is known, and how many stand side by side. */
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { db } from '#data/db.ts';
import { pagePerson } from '#data/people/page-person.ts';
import { Dashboard } from '#features/dashboard/dashboard.tsx';
import type { Project } from '#shared/entities/project.ts';
import { completeScene, projectRow, sceneRow, testId } from '#tests/helpers/rows.ts';
import { mount } from './mount.tsx';

beforeEach(async () => {
  pagePerson.settle(testId(900));
  await Promise.all(db.tables.map((table) => table.clear()));
});

/** A picture of one color. */
function picture(color: string): string {
  const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 36 });
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('There is no canvas.');
  pen.fillStyle = color;
  pen.fillRect(0, 0, 64, 36);
  return canvas.toDataURL();
}

const complete = projectRow({
  id: testId(1),
  title: 'The Glass Lighthouse',
  status: 'complete',
  totalDuration: 30,
  posterUrl: picture('teal'),
});
const failed = projectRow({ id: testId(2), title: 'Night Ferry', status: 'failed', totalDuration: 30 });
const draft = projectRow({ id: testId(3), title: 'Unwritten' });
const card = (title: string) => page.getByRole('article', { name: title, exact: true });
const picturesOf = (title: string): number => card(title).element().querySelectorAll('img').length;

function open(projects: readonly Project[] | undefined, onNewProject = (): void => undefined): void {
  const sample = <a href="/sample">Sample</a>;
  mount(<Dashboard {...{ projects, onNewProject, sample }} onDelete={() => undefined} />);
}

test('without projects it says so, and offers the first and the sample', async () => {
  const onNewProject = vi.fn<() => void>();
  open([], onNewProject);
  await expect.element(page.getByRole('heading', { name: 'My Projects', level: 1 })).toBeVisible();
  await expect.element(page.getByText('Create AI-powered videos from text descriptions')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Sample' })).toBeVisible();
  await page.getByRole('button', { name: 'Create Your First Project' }).click();
  expect(onNewProject).toHaveBeenCalledOnce();
});

test('three placeholders stand there while the projects are fetched', async () => {
  open(undefined);
  const loading = page.getByRole('status', { name: 'Loading projects' });
  await expect.element(loading).toBeVisible();
  expect(loading.element().querySelectorAll(':scope > div')).toHaveLength(3);
});

test('each project is a card with title, description, badge and length, a dash where there is none', async () => {
  await db.scenes.bulkPut([
    { ...completeScene(1, { projectId: failed.id }), rev: 1 },
    { ...sceneRow(2, { projectId: failed.id, status: 'failed' }), rev: 1 },
  ]);
  open([complete, failed, draft]);
  await expect.element(card('The Glass Lighthouse')).toHaveTextContent('A harbour town has forgotten its lighthouse.');
  await expect.element(card('The Glass Lighthouse')).toHaveTextContent(/Complete.*0:30/);
  await expect.element(card('Night Ferry')).toHaveTextContent(/Failed.*1.*2.*0:30/);
  await expect.element(card('Unwritten')).toHaveTextContent(/Draft.*—/);
  expect(page.getByRole('article').elements()).toHaveLength(3);
  // A project with clips has a picture, one without has a poster of its words.
  expect(picturesOf('The Glass Lighthouse')).toBe(1);
  expect(picturesOf('Unwritten')).toBe(0);
  await expect.element(card('Unwritten').getByText('Drama', { exact: true })).toBeVisible();
});

test.each([
  [360, 1],
  [768, 2],
  [1280, 3],
  [1920, 3],
])('at %d px the cards stand in %d columns', async (width, count) => {
  await page.viewport(width, 800);
  open([complete, failed, draft]);
  const list = page.getByRole('list').first();
  await expect.element(card('Unwritten')).toBeVisible();
  expect(getComputedStyle(list.element()).gridTemplateColumns.split(' ')).toHaveLength(count);
});
