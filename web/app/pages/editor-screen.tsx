import { Tabs } from '@radix-ui/themes';
import { useState } from 'react';
import { useStore } from 'zustand';
import type { ProjectRow, SceneRow } from '#data/tables/rows.ts';
import { editorSession, showTab, type EditorTab } from '#editor/session-store.ts';
import { CompatibilityBanner } from '#features/export/compatibility-banner.tsx';
import { ConceptRail } from '#features/scene-board/concept-rail.tsx';
import { Storyboard } from '#features/storyboard/storyboard.tsx';
import type { User } from '#shared/entities/user.ts';
import { generationCounts, projectStatus } from '#shared/rules/project-status.ts';
import { totalDuration } from '#shared/rules/totals.ts';
import { sceneGroups } from '#widgets/scene-groups.ts';
import { useBreakdownNotices } from '../use-breakdown-notices.ts';
import { EditorDialogs, type EditorDialog } from './editor-dialogs.tsx';
import { EditorHeader } from './editor-header.tsx';
import styles from './editor-screen.module.css';
import { GenerateButton } from './generate-button.tsx';
import { ScenesTab } from './scenes-tab.tsx';

export type EditorScreenProps = {
  user: User;
  project: ProjectRow;
  /** Undefined while it isn't known yet which there are. */
  scenes: readonly SceneRow[] | undefined;
};

const tabNames: Record<EditorTab, string> = { scenes: 'Scene Editor', storyboard: 'Storyboard', timeline: 'Timeline Editor' };
const editorTabs = ['scenes', 'storyboard'] as const;

/** The three views of a movie under one header, and the dialogs that belong to all of them. */
export function EditorScreen({ user, project, scenes }: EditorScreenProps) {
  const [dialog, setDialog] = useState<EditorDialog | null>(null);
  const tab = useStore(editorSession, (session) => session.tab);
  const rows = scenes ?? [];
  const groups = sceneGroups(rows);
  const counts = generationCounts(rows);
  const seconds = totalDuration(rows);
  useBreakdownNotices(project, groups.length);

  const generate = <GenerateButton project={project} groups={groups} onConfirm={() => setDialog({ kind: 'confirm' })} />;
  return (
    <div className={styles['screen']} data-tab={tab}>
      <title>{`${project.title} · AI Storyreel`}</title>
      <EditorHeader user={user} project={project} scenes={rows} counts={counts} onOpen={setDialog} />
      <CompatibilityBanner />
      <Tabs.Root value={tab} className={styles['tabs'] ?? ''} onValueChange={(value) => showTab(editorTabs.find((id) => id === value) ?? 'scenes')}>
        <div className={styles['bar']}>
          <Tabs.List color="gray" className={styles['list'] ?? ''}>
            {editorTabs.map((id) => (
              <Tabs.Trigger key={id} value={id}>
                {tabNames[id]}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
          <div className={styles['barEnd']}>{tab === 'scenes' ? generate : null}</div>
        </div>
        <main className={styles['main']}>
          <Tabs.Content value="scenes" className={styles['scenes'] ?? ''}>
            <ConceptRail project={project} status={projectStatus(rows)} counts={counts} />
            <ScenesTab project={project} groups={groups} areScenesKnown={scenes !== undefined} onOpen={setDialog} />
          </Tabs.Content>
          <Tabs.Content value="storyboard">
            <Storyboard project={project} groups={groups} seconds={seconds} />
          </Tabs.Content>
        </main>
      </Tabs.Root>
      <EditorDialogs dialog={dialog} user={user} project={project} scenes={rows} onOpen={setDialog} />
    </div>
  );
}
