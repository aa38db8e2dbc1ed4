/** The table of what the screens must say and do. Each area has its own file of rows; its spec opens the screens and runs them. */
import { expect, test } from '@playwright/test';

/** What a person sees or what happens, in a few words, with what fails when it is not so. */
export type Checklist<Screen> = Readonly<Record<string, (screen: Screen) => Promise<unknown>>>;

/** Runs the rows in order on one open screen. Rows after one that failed are run too, and all failures are told. */
export async function runRows<Screen>(rows: Checklist<Screen>, screen: Screen): Promise<void> {
  const failures: string[] = [];
  for (const [what, check] of Object.entries(rows)) {
    await test.step(what, async () => {
      try {
        await check(screen);
      } catch (error) {
        failures.push(`${what}: ${error instanceof Error ? error.message : String(error)}`);
      }
    });
  }
  expect(failures).toEqual([]);
}
