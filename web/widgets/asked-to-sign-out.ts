/** Whether the person is asked how they leave this browser. What asked, a menu for one, may be closed by then. */
import { create } from 'zustand';

export const useAskedToSignOut = create<{ isAsked: boolean }>(() => ({ isAsked: false }));

export function askToSignOut(isAsked: boolean): void {
  useAskedToSignOut.setState({ isAsked });
}

type LinkClick = { preventDefault(): void } & Readonly<Record<'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey', boolean>>;

/** For a click on a link that signs out: in another tab it leads to the server's page, which does the same. */
export function askBeforeSignOut(click: LinkClick): void {
  if (click.altKey || click.ctrlKey || click.metaKey || click.shiftKey) return;
  click.preventDefault();
  askToSignOut(true);
}
