import { useSearchParams } from 'react-router-dom';

export const editorTabs = [
  { id: 'scenes', name: 'Scene Editor' },
  { id: 'storyboard', name: 'Storyboard' },
  { id: 'timeline', name: 'Timeline Editor' },
] as const;

export type EditorTab = (typeof editorTabs)[number]['id'];

/** The open tab, which stands in the address: back and forward go through the tabs that were looked at. */
export function useEditorTab(): [EditorTab, (tab: EditorTab) => void] {
  const [params, setParams] = useSearchParams();
  const show = (tab: EditorTab): void => {
    // A tab that is pressed is chosen twice, by the press and by the focus, before the address has come round to React.
    if (tabOf(new URLSearchParams(location.search).get('tab')) === tab) return;
    setParams((before) => {
      const next = new URLSearchParams(before);
      if (tab === 'scenes') next.delete('tab');
      else next.set('tab', tab);
      return next;
    });
  };
  return [tabOf(params.get('tab')), show];
}

/** The tab of a name; the first for any other. */
export function tabOf(name: string | null): EditorTab {
  return editorTabs.find(({ id }) => id === name)?.id ?? 'scenes';
}
