/** The table of what the screens must say and do. Each area has its own file of rows; its spec opens the screens and runs them. */
import { expect, test } from '@playwright/test';

export type ChecklistRow<Screen> = {
  /** What a person sees or what happens, in a few words. */
  what: string;
  /** Fails when it is not so. */
  check: (screen: Screen) => Promise<void>;
};

/** Runs the rows in order on one open screen. Rows after one that failed are run too, and all failures are told. */
export async function runRows<Screen>(rows: readonly ChecklistRow<Screen>[], screen: Screen): Promise<void> {
  const failures: string[] = [];
  for (const { what, check } of rows) {
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
