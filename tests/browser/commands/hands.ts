/** What a person's hands do on a page that a component stands on: many small steps, asked for at once. */
import type { BrowserCommand } from 'vitest/node';

/** Places are those of the window. Keys are Playwright's, as in 'Shift+ArrowLeft'. */
export type HandStep =
  | { press: string }
  | { hold: string }
  | { letGo: string }
  | { move: { x: number; y: number }; steps?: number }
  | { down: 'left' | 'right' }
  | { up: 'left' | 'right' }
  | { wheel: number }
  /** In which the page's frame finds room unscaled. */
  | { window: { width: number; height: number } };

export const hands: BrowserCommand<[steps: readonly HandStep[]]> = async ({ page }, steps) => {
  const { keyboard, mouse } = page;
  for (const step of steps) {
    if ('press' in step) await keyboard.press(step.press);
    else if ('hold' in step) await keyboard.down(step.hold);
    else if ('letGo' in step) await keyboard.up(step.letGo);
    else if ('move' in step) await mouse.move(step.move.x, step.move.y, { steps: step.steps ?? 1 });
    else if ('down' in step) await mouse.down({ button: step.down });
    else if ('up' in step) await mouse.up({ button: step.up });
    else if ('wheel' in step) await mouse.wheel(0, step.wheel);
    else await page.setViewportSize(step.window);
  }
};

declare module 'vitest/browser' {
  interface BrowserCommands {
    hands(steps: readonly HandStep[]): Promise<void>;
  }
}
