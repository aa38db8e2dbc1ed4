import { useSearchParams } from 'react-router-dom';
import { shellWords } from './words.ts';

export const editorTabs = [
  { id: 'scenes', name: shellWords.tabs.scenes },
  { id: 'storyboard', name: shellWords.tabs.storyboard },
  { id: 'timeline', name: shellWords.tabs.timeline },
] as const;

export type EditorTab = (typeof editorTabs)[number]['id'];

/** The open tab, which is part of the address, so that Back and Forward go through the tabs that were open. */
export function useEditorTab(): [EditorTab, (tab: EditorTab) => void] {
  const [params, setParams] = useSearchParams();
  const show = (tab: EditorTab): void => {
    // A press selects a tab twice, by itself and by the focus, before React has seen the new address.
    if (tabOf(new URLSearchParams(location.search).get('tab')) === tab) return;
    setParams((before) => withTab(before, tab));
  };
  return [tabOf(params.get('tab')), show];
}

/** An address's parameters with another tab. */
export function withTab(params: URLSearchParams, tab: EditorTab): URLSearchParams {
  const next = new URLSearchParams(params);
  if (tab === 'scenes') next.delete('tab');
  else next.set('tab', tab);
  return next;
}

/** The tab with this id; the first for any other text. */
export function tabOf(name: string | null): EditorTab {
  return editorTabs.find(({ id }) => id === name)?.id ?? 'scenes';
}
