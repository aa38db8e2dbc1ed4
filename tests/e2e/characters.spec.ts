/** Characters that came too few are completed; one is renamed, drawn again, shown by one's own picture, and deleted. */
import { expect, test, type Page } from '@playwright/test';
import { FAKE_KEYS } from '#tests/helpers/fake-gemini/credentials.ts';
import { startFakeGemini, type FakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { PNG } from '../api/battery/people.ts';
import { checkWithAxe, DESKTOP } from './axe.ts';
import { ines } from './journey.ts';
import { demoPerson, makeProject } from './people.ts';
import { faultsIn, startServer, type RunningServer } from './server.ts';
import { expectToast, toastsOn } from './toast.ts';

const people = [
  { name: 'Mara', description: 'A woman of sixty with white hair and a blue coat.' },
  { name: 'Jon', description: 'A boy of ten with freckles and a red cap.' },
  { name: 'The dog', description: 'A small grey dog with one white ear.' },
];

let gemini: FakeGemini;
let server: RunningServer;
/** How many people the model finds. */
let found = 2;
test.beforeAll(async () => {
  let drawn = 0;
  gemini = await startFakeGemini({
    text: ({ prompt }) => {
      if (!prompt.includes('At most this many characters')) return undefined;
      const known = prompt.split('Described already')[1] ?? '';
      return { characters: people.slice(0, found).filter(({ name }) => !known.includes(name)) };
    },
    // Each picture has other bytes behind its end, and so another name.
    images: () => ({ mimeType: 'image/png', bytes: new Uint8Array([...PNG, ++drawn]) }),
  });
  server = await startServer({ GOOGLE_GEMINI_BASE_URL: gemini.url });
});
test.afterAll(async () => {
  expect(faultsIn(server.log())).toEqual([]);
  await server.remove();
  await gemini.close();
});

const card = (page: Page) => page.getByRole('region', { name: 'Character References' });
const optionsOf = async (page: Page, name: string): Promise<void> => {
  await card(page).getByRole('button', { name, exact: true }).click();
  await card(page)
    .getByRole('button', { name: `Options for ${name}` })
    .click();
};
const item = (page: Page, name: RegExp | string) => page.getByRole('menuitem', { name });
const pictureOf = (page: Page, name: string): Promise<string | null> =>
  card(page).getByRole('button', { name, exact: true }).locator('img').getAttribute('src');

test('the people of a movie are the person’s to change', async ({ page }) => {
  const owner = await demoPerson(page.request, server.url, { ...ines, email: 'cast@example.org' });
  const idea = { title: 'The Lighthouse', description: 'A keeper finds a letter.', genres: ['drama'] };
  const { project } = await makeProject(owner, idea, { clips: false });
  await owner.send('POST', '/api/user/save-api-key', { apiKey: FAKE_KEYS.good });
  await owner.send('PATCH', '/api/user/spending', { monthlyCapUsd: 5 });
  await page.goto(`${server.url}/project/${project.id}`);
  const names = card(page).getByRole('listitem').getByRole('button');
  const choose = async (name: string, mimeType: string, buffer: Buffer, of = 'Jon'): Promise<void> => {
    await optionsOf(page, of);
    const chooser = page.waitForEvent('filechooser');
    await item(page, 'Use my own picture…').click();
    await (await chooser).setFiles({ name, mimeType, buffer });
  };

  await test.step('fewer came than were asked for: that is said, and the rest is offered', async () => {
    await expect(card(page)).toContainText(/Price list: \$\d\.\d\d left under your cap, \$\d\.\d\d after this\./);
    await card(page).getByRole('button', { name: 'Generate', exact: true }).click();
    await expectToast(page, 'Character references generated');
    await expect(names).toHaveText(['Mara', 'Jon']);
    await expect(card(page).getByText('2 of 3 characters came.')).toBeVisible();
    await card(page).getByRole('button', { name: 'Generate 1 more' }).click();
    await expectToast(page, 'No other characters found');
    found = 3;
    await card(page).getByRole('button', { name: 'Generate 1 more' }).click();
    await expectToast(page, 'Character references generated');
    await expect(names).toHaveText(['Mara', 'Jon', 'The dog']);
    await expect(card(page).getByText('2 of 3 characters came.')).toHaveCount(0);
    await expect(card(page).getByRole('button', { name: /more$/ })).toHaveCount(0);
  });

  await test.step('one is renamed, and Undo gives the name back', async () => {
    await optionsOf(page, 'Mara');
    await checkWithAxe(page, 'options of a character', [DESKTOP]);
    await item(page, 'Rename…').click();
    const dialog = page.getByRole('dialog', { name: 'Rename Mara' });
    await expect(dialog.getByLabel('Name')).toBeFocused();
    await dialog.getByLabel('Name').fill('jon');
    await expect(dialog.getByText('Another character already has this name.')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
    await checkWithAxe(page, 'renaming a character', [DESKTOP]);
    await dialog.getByLabel('Name').fill('Ines');
    await dialog.getByLabel('Name').press('Enter');
    await expect(names).toHaveText(['Ines', 'Jon', 'The dog']);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(names).toHaveText(['Mara', 'Jon', 'The dog']);
  });

  await test.step('one is drawn again, at a price that is told before', async () => {
    const before = await pictureOf(page, 'Jon');
    await optionsOf(page, 'Jon');
    await item(page, 'Make portrait again · about $0.07').click();
    await expectToast(page, 'New portrait of Jon');
    await expect.poll(() => pictureOf(page, 'Jon')).not.toBe(before);
  });

  await test.step('one is shown by a picture of the person’s own; what is none is refused', async () => {
    const before = await pictureOf(page, 'Jon');
    await choose('notes.txt', 'text/plain', Buffer.from('no picture'));
    await expectToast(
      page,
      'Couldn’t use this picture',
      '“notes.txt” isn’t a picture that can be used. Choose a JPEG, PNG, WebP, or AVIF file.',
    );
    await choose('movie.png', 'image/png', Buffer.from('\0\0\0\u0018ftypisom, and so a movie'));
    await expectToast(
      page,
      'Couldn’t use this picture',
      '“movie.png” isn’t a picture that can be used. Choose a JPEG, PNG, WebP, or AVIF file.',
    );
    expect(await pictureOf(page, 'Jon')).toBe(before);
    await choose('jon.png', 'image/png', Buffer.from(PNG));
    await expectToast(page, 'Jon has your picture');
    await expect.poll(() => pictureOf(page, 'Jon')).not.toBe(before);
  });

  await test.step('without the network names, pictures, and deletions wait, and the rest says why it can’t be done', async () => {
    await page.context().setOffline(true);
    await expect(page.getByRole('banner').getByText('Offline')).toBeVisible();
    await optionsOf(page, 'The dog');
    await expect(item(page, /^Make portrait again · unavailable offline$/)).toBeDisabled();
    await item(page, 'Delete').click();
    await expect(toastsOn(page).getByText('The dog deleted')).toBeVisible();
    await expect(names).toHaveText(['Mara', 'Jon']);
    await toastsOn(page).getByRole('button', { name: 'Undo' }).click();
    // Without a network the picture may be gone, and its poster says the name once more.
    await expect(names).toHaveText(['Mara', 'Jon', /^(The dog){1,2}$/]);
    await optionsOf(page, 'The dog');
    await item(page, 'Delete').click();
    await expect(names).toHaveText(['Mara', 'Jon']);
    await optionsOf(page, 'Mara');
    await item(page, 'Rename…').click();
    await page.getByRole('dialog').getByLabel('Name').fill('Ada');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(names).toHaveText(['Ada', 'Jon']);
    await choose('ada.png', 'image/png', Buffer.from([...PNG, 0]), 'Ada');
    await expectToast(page, 'Ada has your picture');
    await expect.poll(() => pictureOf(page, 'Ada')).toMatch(/^blob:/);
    const { characterReferences: former } = (await owner.project(project.id)).project;
    await page.context().setOffline(false);
    const there = async () => (await owner.project(project.id)).project.characterReferences;
    await expect.poll(async () => (await there()).map(({ name }) => name)).toEqual(['Ada', 'Jon']);
    await expect.poll(async () => (await there())[0]?.imageUrl).not.toBe(former[0]?.imageUrl);
    const sent = await page.request.get(`${server.url}${(await there())[0]?.imageUrl}`);
    expect(new Uint8Array(await sent.body())).toEqual(Uint8Array.from([...PNG, 0]));
  });
});
