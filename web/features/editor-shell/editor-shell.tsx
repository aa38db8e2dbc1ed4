import { Tabs } from '@radix-ui/themes';
import { useEffect, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { editorSession, openProject, showTab } from '#editor/session-store.ts';
import styles from './editor-shell.module.css';

type EditorShellProps = {
  projectId: string;
  header: ReactNode;
  /** What the tab bar holds at its right end while the scenes are shown. */
  scenesAction: ReactNode;
  /** Each tab's content; drawn only while it is the open one. */
  panels: { scenes: ReactNode; storyboard: ReactNode; timeline: ReactNode };
};

const tabs = [
  { id: 'scenes', name: 'Scene Editor' },
  { id: 'storyboard', name: 'Storyboard' },
  { id: 'timeline', name: 'Timeline Editor' },
] as const;

/** The editor's frame: a header, and three views of one movie. */
export function EditorShell({ projectId, header, scenesAction, panels }: EditorShellProps) {
  const tab = useStore(editorSession, (session) => session.tab);
  useEffect(() => openProject(projectId), [projectId]);
  return (
    <div className={styles['screen']}>
      {header}
      <Tabs.Root
        value={tab}
        className={styles['tabs'] ?? ''}
        onValueChange={(value) => showTab(tabs.find(({ id }) => id === value)?.id ?? 'scenes')}
      >
        <main className={styles['main']}>
          <div className={styles['bar']}>
            <Tabs.List color="gray" className={styles['list'] ?? ''}>
              {tabs.map(({ id, name }) => (
                <Tabs.Trigger key={id} value={id}>
                  {name}
                </Tabs.Trigger>
              ))}
            </Tabs.List>
            <div className={styles['barEnd']}>{tab === 'scenes' ? scenesAction : null}</div>
          </div>
          {tabs.map(({ id }) => (
            <Tabs.Content key={id} value={id} className={styles[id] ?? ''} tabIndex={-1}>
              {panels[id]}
            </Tabs.Content>
          ))}
        </main>
      </Tabs.Root>
    </div>
  );
}
