/** Holding calls of a page back, so that what is seen meanwhile can be looked at. */
import type { Page, Route } from '@playwright/test';

/** Keeps the calls to an address waiting until the function that it resolves to is called. */
export async function holdCalls(page: Page, address: string | RegExp): Promise<() => void> {
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(address, async (route: Route) => {
    await held;
    // The page may have left meanwhile.
    await route.continue().catch(() => undefined);
  });
  return () => letGo();
}
