/** Whether the person is asked if movies may stop being made, which leaving does. */
import { create } from 'zustand';

export const useAskedToEndExports = create<{ answer: ((isYes: boolean) => void) | null }>(() => ({ answer: null }));

/** Asks, and resolves to whether the person goes on. */
export function askToEndExports(): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (isYes: boolean): void => {
      useAskedToEndExports.setState({ answer: null });
      resolve(isYes);
    };
    useAskedToEndExports.setState({ answer });
  });
}
