import { Suspense, useDeferredValue, useState, type ReactNode } from 'react';
import { useModels } from '#api/queries/models.ts';
import type { OwnFileRow, SceneRow } from '#data/tables/rows.ts';
import { ProjectState } from '#features/save-state/project-state.tsx';
import { UserMenu } from '#features/account/user-menu.tsx';
import { EditorHeader } from '#features/editor-shell/editor-header.tsx';
import { editorShortcuts } from '#features/editor-shell/shortcut-words.ts';
import { EditorShell } from '#features/editor-shell/editor-shell.tsx';
import { useEditorTab } from '#features/editor-shell/use-editor-tab.ts';
import { ExportButton } from '#features/export/export-button.tsx';
import { BreakdownAction } from '#features/generation/breakdown-action.tsx';
import { useIsBreakdownRunning } from '#features/generation/breakdown.ts';
import { GenerateButton } from '#features/generation/generate-button.tsx';
import { useGenerationEnd } from '#features/generation/use-generation-end.ts';
import { useGenerationRun } from '#features/generation/use-generation-run.ts';
import { useBreakdownNotices } from '#features/generation/use-breakdown-notices.ts';
import { useTakeNotices } from '#features/generation/use-take-notices.ts';
import { useHistoryOpen } from '#features/history/use-history-open.ts';
import { panelWords } from '#features/history/words.ts';
import { useLeftDraft } from '#features/timeline/use-left-draft.ts';
import type { Project } from '#shared/entities/project.ts';
import type { User } from '#shared/entities/user.ts';
import type { RemovedFiles } from '#ui/removed-files.ts';
import { useShortcuts } from '#ui/keyboard-help.ts';
import { lazyPart } from '#ui/lazy-part.ts';
import { generationCounts } from '#shared/rules/project-status.ts';
import { ErrorBoundary } from '../error-boundary.tsx';
import { EditorDialogs, type EditorDialog } from './editor-dialogs.tsx';
import { ScenesTab } from './scenes-tab.tsx';
import { useVersionLook } from './use-version-look.ts';
import { pageTitle } from './words.ts';

const ConceptSummary = lazyPart(async () => ({
  default: (await import('#features/concept/concept-progress.tsx')).ConceptSummary,
}));
const ModelGone = lazyPart(async () => ({
  default: (await import('#features/model-choice/model-gone.tsx')).ModelGone,
}));
const HistoryPanel = lazyPart(async () => ({
  default: (await import('#features/history/history-panel.tsx')).HistoryPanel,
}));
const VersionBoard = lazyPart(async () => ({
  default: (await import('#features/history/version-board.tsx')).VersionBoard,
}));
const ProgressPill = lazyPart(async () => ({
  default: (await import('#features/generation/progress-pill.tsx')).ProgressPill,
}));
const ProjectRail = lazyPart(async () => ({ default: (await import('./project-rail.tsx')).ProjectRail }));
void ProjectRail.load();
const StoryboardActions = lazyPart(async () => ({
  default: (await import('#features/storyboard/storyboard-actions.tsx')).StoryboardActions,
}));
const StoryboardTab = lazyPart(async () => ({ default: (await import('./storyboard-tab.tsx')).StoryboardTab }));
const CompatibilityBanner = lazyPart(async () => ({
  default: (await import('#features/export/compatibility-banner.tsx')).CompatibilityBanner,
}));
const UndoButtons = lazyPart(async () => ({
  default: (await import('#features/editor-shell/undo-buttons.tsx')).UndoButtons,
}));
const KeyTranslator = lazyPart(async () => ({
  default: (await import('#features/keyboard-help/key-translator.tsx')).KeyTranslator,
}));
const GivenFiles = lazyPart(async () => ({ default: (await import('./given-files.tsx')).GivenFiles }));
const TimelineEditor = lazyPart(async () => ({
  default: (await import('#features/timeline/timeline-editor.tsx')).TimelineEditor,
}));

type EditorScreenProps = {
  user: User;
  project: Project;
  /** Undefined while it isn't known yet which there are. */
  scenes: readonly SceneRow[] | undefined;
};

const none: readonly SceneRow[] = [];

/** The three views of a movie under one header, and the dialogs that belong to all of them. */
export function EditorScreen({ user, project, scenes }: EditorScreenProps) {
  const [dialog, setDialog] = useState<EditorDialog | null>(null);
  const [isHistoryOpen, showHistory] = useHistoryOpen();
  const look = useVersionLook();
  const reach = useModels();
  const rows = scenes ?? none;
  const counts = generationCounts(rows);
  useBreakdownNotices(project, counts.total);
  useGenerationEnd(rows, {
    isWatched: dialog?.kind === 'progress',
    onShow: () => setDialog({ kind: 'progress' }),
  });
  // After that, because what it tells can be undone and so comes first.
  useTakeNotices(rows);
  const run = useGenerationRun(project.id, rows);
  const isBreakingDown = useIsBreakdownRunning(project);
  const [tab] = useEditorTab();
  useLeftDraft(project.id, tab === 'timeline');
  useShortcuts(editorShortcuts);
  const openFiles = (files: readonly File[], place: number | null): void =>
    setDialog((open) =>
      // What comes before the dialog is there waits behind the first.
      open?.kind === 'add-scene' && open.files
        ? { ...open, files: [...open.files, ...files] }
        : { kind: 'add-scene', files, place },
    );
  const isNextStepExport = counts.generating === 0 && counts.complete > 0 && counts.complete === counts.total;
  const header = (
    <>
      <title>{pageTitle(project.title)}</title>
      <EditorHeader
        project={project}
        scenes={rows}
        saveState={<ProjectState projectId={project.id} />}
        user={<UserMenu user={user} />}
        onSave={() => void saveAsFile(project)}
        onFolder={() => setDialog({ kind: 'folder-copy' })}
        onDelete={() => setDialog({ kind: 'delete-project' })}
      >
        {counts.generating > 0 ? (
          <Suspense>
            <ProgressPill counts={counts} run={run} onOpen={() => setDialog({ kind: 'progress' })} />
          </Suspense>
        ) : null}
        <ExportButton
          project={project}
          scenes={rows}
          isNextStep={isNextStepExport && look.versionId === null}
          onOpen={() => setDialog({ kind: 'export' })}
        />
      </EditorHeader>
      <Suspense>
        <CompatibilityBanner />
      </Suspense>
      {reach?.some(({ id, reachable }) => id === project.model && !reachable) ? (
        <Suspense>
          <ModelGone project={project} reach={reach} />
        </Suspense>
      ) : null}
    </>
  );
  return (
    <>
      <EditorShell
        projectId={project.id}
        header={header}
        rail={{
          content: (
            <PagePart>
              <ProjectRail user={user} project={project} scenes={rows} />
            </PagePart>
          ),
          summary: (
            <Suspense>
              <ConceptSummary scenes={rows} />
            </Suspense>
          ),
        }}
        history={{
          title: panelWords.title,
          isOpen: isHistoryOpen,
          onOpen: showHistory,
          content: (
            <PagePart>
              <HistoryPanel project={project} scenes={rows} onView={look.view} />
            </PagePart>
          ),
        }}
        nextStep={
          look.versionId !== null && tab === 'scenes' ? null : isBreakingDown ? (
            <BreakdownAction projectId={project.id} sceneCount={counts.total} />
          ) : rows.length === 0 ? null : (
            <GenerateButton project={project} scenes={rows} onConfirm={() => setDialog({ kind: 'confirm' })} />
          )
        }
        actions={{
          storyboard:
            rows.length === 0 ? null : (
              <PagePart>
                <StoryboardActions project={project} scenes={rows} />
              </PagePart>
            ),
        }}
        panels={{
          scenes: (
            <PagePart>
              {look.versionId === null ? (
                <ScenesTab
                  project={project}
                  scenes={rows}
                  areScenesKnown={scenes !== undefined}
                  run={run}
                  onOpen={setDialog}
                />
              ) : (
                <VersionBoard versionId={look.versionId} project={project} scenes={rows} onBack={look.back} />
              )}
            </PagePart>
          ),
          storyboard: (
            <PagePart>
              <StoryboardTab project={project} scenes={rows} />
            </PagePart>
          ),
          timeline: (
            <PagePart>
              <TimelineEditor
                project={project}
                scenes={rows}
                undo={<UndoButtons projectId={project.id} />}
                onFiles={openFiles}
                onRemoveFiles={removeFiles}
              />
            </PagePart>
          ),
        }}
      />
      <Suspense>
        <KeyTranslator userId={user.id} />
      </Suspense>
      {tab === 'timeline' ? null : (
        <Suspense>
          <GivenFiles project={project} scenes={rows} onFiles={(files) => openFiles(files, null)} />
        </Suspense>
      )}
      <EditorDialogs dialog={dialog} user={user} project={project} scenes={rows} onOpen={setDialog} />
    </>
  );
}

/** A part of a page: while it is fetched its place is empty, and when it fails the rest works on. */
function PagePart({ children }: { children: ReactNode }) {
  // Drawn after the frame around it, in slices, so that a large project doesn't stop the page.
  const isDrawn = useDeferredValue(true, false);
  return (
    <ErrorBoundary scope="part">
      <Suspense>{isDrawn ? children : null}</Suspense>
    </ErrorBoundary>
  );
}

/** Its code comes with the click; what goes wrong is told by a notice. */
async function saveAsFile({ id, title }: Project): Promise<void> {
  const { saveProject } = await import('#features/project-file/save-project.ts');
  await saveProject(id, title);
}

async function removeFiles(files: readonly OwnFileRow[]): Promise<RemovedFiles> {
  const { removeOwnFiles } = await import('#features/storage/own-file-acts.ts');
  return removeOwnFiles(files);
}
