import { generateScene } from '#api/generation.ts';
import { actions } from '#editor/actions.ts';
import { LoadingBoard, SceneBoard, type SceneCardActions } from '#features/scene-board/scene-board.tsx';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { PageMessage } from '#ui/page-message.tsx';
import { showFailure, showToast } from '#ui/toasts.ts';
import type { SceneGroup } from '#widgets/scene-groups.ts';
import { useIsBreakdownAsked } from '../breakdown.ts';
import { downloadScene } from '../download-scene.ts';
import type { EditorDialog } from './editor-dialogs.tsx';
import { GenerateButton } from './generate-button.tsx';

type ScenesTabProps = {
  project: Project;
  groups: readonly SceneGroup[];
  areScenesKnown: boolean;
  onOpen: (dialog: EditorDialog) => void;
};

/** The scenes as cards; before there are any, what makes them or how that goes. */
export function ScenesTab({ project, groups, areScenesKnown, onOpen }: ScenesTabProps) {
  const isAsked = useIsBreakdownAsked(project.id);
  const isRunning = isAsked || project.breakdownStatus === 'running';
  if (groups.length === 0 && (isRunning || !areScenesKnown)) {
    return <LoadingBoard label={isRunning ? 'Generating AI scene breakdown...' : 'Loading scenes'} />;
  }
  if (groups.length === 0) {
    return (
      <div style={{ padding: 'var(--gap-l)' }}>
        <PageMessage
          title="No scenes yet"
          text={project.breakdownError ?? 'The breakdown turns your idea into a list of scenes. You can change every one of them.'}
        >
          <GenerateButton project={project} groups={groups} onConfirm={() => onOpen({ kind: 'confirm' })} />
        </PageMessage>
      </div>
    );
  }
  return <SceneBoard groups={groups} aspectRatio={project.aspectRatio} actions={cardActions(project, onOpen)} onAddScene={() => onOpen({ kind: 'add-scene' })} />;
}

function cardActions(project: Project, onOpen: (dialog: EditorDialog) => void): SceneCardActions {
  return {
    edit: (scene) => onOpen({ kind: 'edit-scene', sceneId: scene.id }),
    remove: (scene) => void removeScene(scene),
    download: (scene) => void downloadScene(project.title, scene),
    generate: (scene) => void generateAgain(scene),
  };
}

async function removeScene(scene: Scene): Promise<void> {
  try {
    await actions.deleteScene(scene.id);
  } catch (error) {
    // The card is still there, which says it all; the reason is for whoever looks into it.
    console.error('A scene was not deleted.', error);
    return;
  }
  const restore = (): void => {
    actions.restoreScene(scene.id).catch((error: unknown) => showFailure('Error updating scene', error));
  };
  showToast({ title: 'Scene deleted', action: { label: 'Undo', onSelect: restore } });
}

async function generateAgain(scene: Scene): Promise<void> {
  try {
    await generateScene(scene.id, scene.answerLost ? { acceptSecondCharge: true } : {});
  } catch (error) {
    showFailure('Error starting generation', error);
  }
}
