import { useState } from 'react';
import { useModels } from '#api/queries/models.ts';
import { UserMenu } from '#features/account/user-menu.tsx';
import { EditorHeader } from '#features/editor-shell/editor-header.tsx';
import { EditorShell } from '#features/editor-shell/editor-shell.tsx';
import { CompatibilityBanner } from '#features/export/compatibility-banner.tsx';
import { ExportButton } from '#features/export/export-button.tsx';
import { GenerateButton } from '#features/generation/generate-button.tsx';
import { ProgressPill } from '#features/generation/progress-pill.tsx';
import { useBreakdownNotices } from '#features/generation/use-breakdown-notices.ts';
import { ModelGone } from '#features/model-choice/model-gone.tsx';
import { ConceptRail } from '#features/scene-board/concept-rail.tsx';
import { Storyboard } from '#features/storyboard/storyboard.tsx';
import { TimelineEditor } from '#features/timeline/timeline-editor.tsx';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import type { User } from '#shared/entities/user.ts';
import { generationCounts } from '#shared/rules/project-status.ts';
import { EditorDialogs, type EditorDialog } from './editor-dialogs.tsx';
import { ScenesTab } from './scenes-tab.tsx';

type EditorScreenProps = {
  user: User;
  project: Project;
  /** Undefined while it isn't known yet which there are. */
  scenes: readonly Scene[] | undefined;
};

const none: readonly Scene[] = [];

/** The three views of a movie under one header, and the dialogs that belong to all of them. */
export function EditorScreen({ user, project, scenes }: EditorScreenProps) {
  const [dialog, setDialog] = useState<EditorDialog | null>(null);
  const reach = useModels();
  const rows = scenes ?? none;
  const counts = generationCounts(rows);
  useBreakdownNotices(project, counts.total);
  const isNextStepExport = counts.generating === 0 && counts.complete > 0 && counts.complete === counts.total;
  const header = (
    <>
      <title>{`${project.title} · AI Storyreel`}</title>
      <EditorHeader project={project} scenes={rows} user={<UserMenu user={user} />}>
        {counts.generating > 0 ? <ProgressPill counts={counts} onOpen={() => setDialog({ kind: 'progress' })} /> : null}
        <ExportButton
          project={project}
          scenes={rows}
          isNextStep={isNextStepExport}
          onOpen={() => setDialog({ kind: 'export' })}
        />
      </EditorHeader>
      <CompatibilityBanner />
      <ModelGone project={project} reach={reach} />
    </>
  );
  const scenesPanel = (
    <>
      <ConceptRail project={project} scenes={rows} />
      <ScenesTab project={project} scenes={rows} areScenesKnown={scenes !== undefined} onOpen={setDialog} />
    </>
  );
  return (
    <>
      <EditorShell
        projectId={project.id}
        header={header}
        scenesAction={
          rows.length === 0 ? null : (
            <GenerateButton project={project} scenes={rows} onConfirm={() => setDialog({ kind: 'confirm' })} />
          )
        }
        panels={{
          scenes: scenesPanel,
          storyboard: <Storyboard project={project} scenes={rows} />,
          timeline: <TimelineEditor project={project} scenes={rows} />,
        }}
      />
      <EditorDialogs dialog={dialog} user={user} project={project} scenes={rows} onOpen={setDialog} />
    </>
  );
}
