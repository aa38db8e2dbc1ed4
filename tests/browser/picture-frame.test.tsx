/** A picture that couldn’t be loaded without a network is there again with one. */
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { PictureFrame } from '#widgets/picture-frame.tsx';

let root: Root | null = null;
afterEach(() => {
  root?.unmount();
  document.body.replaceChildren();
  vi.restoreAllMocks();
  dispatchEvent(new Event('online'));
});

const picture = (): HTMLImageElement | null => document.querySelector('img');

function hearOf(isOnline: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
}

test('a picture that failed offline is asked for again online, and once only', async () => {
  let asked = 0;
  // It is nowhere to be had, so it is gone again as soon as that is known.
  using observed = seen(() => (asked += 1));
  hearOf(false);
  root = createRoot(observed.place);
  root.render(<PictureFrame url="/nowhere/portrait.webp" title="The dog" />);
  await vi.waitFor(() => expect(document.body.textContent).toContain('The dog'));
  expect([picture(), asked]).toEqual([null, 1]);
  hearOf(true);
  await vi.waitFor(() => expect([picture(), asked]).toEqual([null, 2]));
  expect(document.body.textContent).toContain('The dog');
});

/** A place on the page that tells of every picture that comes into it. */
function seen(onPicture: () => void): { place: HTMLElement } & Disposable {
  const place = document.body.appendChild(document.createElement('div'));
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node instanceof HTMLImageElement) onPicture();
  });
  observer.observe(place, { childList: true, subtree: true });
  return { place, [Symbol.dispose]: () => observer.disconnect() };
}
