/** What stands in the inspector's place beside the picture; where there is no room for it, over the page. */
import { createStore } from 'zustand/vanilla';
import { openInspector } from '#editor/session-store.ts';

type Side = 'media' | 'recording';

export const sideSession = createStore<{ open: Side | null }>(() => ({ open: null }));

export function showSide(open: Side | null): void {
  sideSession.setState({ open });
  if (open !== null) openInspector(true);
}
