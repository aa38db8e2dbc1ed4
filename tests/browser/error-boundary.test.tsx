/** What is broken takes nothing else with it, and can be told without telling secrets. */
import { useState, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { MemoryRouter } from 'react-router-dom';
import { ErrorBoundary } from '#app/error-boundary.tsx';

let root: Root;
let copied: string[];

beforeEach(() => {
  const place = document.createElement('div');
  document.body.append(place);
  root = createRoot(place, { onCaughtError: () => undefined });
  copied = [];
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

function Broken(): ReactNode {
  throw new RangeError('AIza-a-key-that-nobody-may-see');
}

/** A page that breaks where it stands, and works anywhere else. */
function BrokenPage({ path }: { path: string }) {
  return (
    <MemoryRouter>
      <ErrorBoundary scope="page" path={path}>
        {path === '/broken' ? <Broken /> : <p>Another page</p>}
      </ErrorBoundary>
    </MemoryRouter>
  );
}

/** A part that breaks when its button is pressed, beside one that counts. */
function Parts() {
  const [isBroken, setIsBroken] = useState(false);
  const [count, setCount] = useState(0);
  return (
    <>
      <ErrorBoundary scope="part">
        {isBroken ? (
          <Broken />
        ) : (
          <button type="button" onClick={() => setIsBroken(true)}>
            Break
          </button>
        )}
      </ErrorBoundary>
      <button type="button" onClick={() => setCount(count + 1)}>
        Pressed {count}
      </button>
    </>
  );
}

test('a part that throws says so, and the rest of its page works on', async () => {
  root.render(<Parts />);
  await page.getByRole('button', { name: 'Pressed 0' }).click();
  await page.getByRole('button', { name: 'Break' }).click();
  await expect.element(page.getByRole('heading', { name: 'Something went wrong here' })).toBeVisible();
  await page.getByRole('button', { name: 'Pressed 1' }).click();
  await expect.element(page.getByRole('button', { name: 'Pressed 2' })).toBeVisible();
});

test('a page that throws offers to load it again and the way home', async () => {
  root.render(<BrokenPage path="/broken" />);
  await expect
    .element(page.getByRole('heading', { level: 1, name: 'Something went wrong on this page' }))
    .toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Reload page' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'My Projects' })).toBeVisible();
});

test('a page that throws keeps its head, and goes with the place', async () => {
  root.render(<BrokenPage path="/broken" />);
  await expect.element(page.getByRole('link', { name: /AI Storyreel/ })).toBeVisible();
  root.render(<BrokenPage path="/elsewhere" />);
  await expect.element(page.getByText('Another page')).toBeVisible();
});

test('Copy details copies where it was and what broke, without the message', async () => {
  root.render(<BrokenPage path="/broken" />);
  await page.getByRole('button', { name: 'Copy details' }).click();
  await expect.element(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(copied).toHaveLength(1);
  expect(copied[0]).toContain('Error: RangeError');
  expect(copied[0]).toContain('Broken');
  expect(copied[0]).toContain(navigator.userAgent);
  expect(copied[0]).not.toContain('AIza');
});

test('where copying is refused, the details can be read', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('No', 'NotAllowedError'));
  root.render(
    <ErrorBoundary scope="part">
      <Broken />
    </ErrorBoundary>,
  );
  await page.getByRole('button', { name: 'Copy details' }).click();
  await expect.element(page.getByText('Error: RangeError')).toBeVisible();
});
