/** Whether the person is asked if this browser is to be cleared. The menu that asks is closed by then. */
import { create } from 'zustand';

export const useAskedToLeave = create<{ isAsked: boolean }>(() => ({ isAsked: false }));

export function askToLeave(isAsked: boolean): void {
  useAskedToLeave.setState({ isAsked });
}
