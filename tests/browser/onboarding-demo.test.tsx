/** The demo studio is offered where the server has one, and nowhere else. */
import { Theme } from '@radix-ui/themes';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { MemoryRouter } from 'react-router-dom';
import { Onboarding } from '#features/onboarding/onboarding.tsx';

let root: Root;
beforeEach(() => {
  const place = document.createElement('div');
  document.body.append(place);
  root = createRoot(place);
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
});

const ada = {
  id: '01a20951-4f62-794f-88a1-c790b9dc9a69',
  firstName: 'Ada',
  lastName: null,
  email: 'ada@example.test',
  profileImageUrl: null,
  geminiApiKey: null,
};
const keyCalls = { validate: async () => ({ valid: false }), save: async () => undefined };

test.each([
  ['a server on one’s own computer', ada, 1],
  ['a server on the edge', { ...ada, lacksDemoStudio: true }, 0],
])('%s', async (_, user, offers) => {
  root.render(
    <MemoryRouter>
      <Theme>
        <Onboarding user={user} keyCalls={keyCalls} />
      </Theme>
    </MemoryRouter>,
  );
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(page.getByRole('button', { name: /demo studio/i }).elements()).toHaveLength(offers);
  // A key is asked for everywhere.
  expect(page.getByRole('button', { name: 'Validate & Continue' }).elements()).toHaveLength(1);
});
