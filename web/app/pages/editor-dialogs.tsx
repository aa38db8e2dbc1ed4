import { cancelGeneration, generateVideos } from '#api/generation.ts';
import { actions } from '#editor/actions.ts';
import { ExportDialog } from '#features/export/export-dialog.tsx';
import { ConfirmDialog } from '#features/generation/confirm-dialog.tsx';
import { ProgressDialog } from '#features/generation/progress-dialog.tsx';
import { SceneDialog, type SceneWords } from '#features/scene-board/scene-dialog.tsx';
import { modelRow } from '#shared/catalogue/models.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { DEMO_STUDIO_KEY, type User } from '#shared/entities/user.ts';
import { generationCounts } from '#shared/rules/project-status.ts';
import { showFailure, showToast } from '#ui/toasts.ts';
import { sceneGroups } from '#widgets/scene-groups.ts';

export type EditorDialog =
  | { kind: 'confirm' }
  | { kind: 'progress' }
  | { kind: 'export' }
  | { kind: 'add-scene' }
  | { kind: 'edit-scene'; sceneId: string };

type EditorDialogsProps = {
  dialog: EditorDialog | null;
  user: User;
  project: Project;
  scenes: readonly Scene[];
  onOpen: (dialog: EditorDialog | null) => void;
};

/** The one dialog that is open over the editor. */
export function EditorDialogs({ dialog, user, project, scenes, onOpen }: EditorDialogsProps) {
  const close = (): void => onOpen(null);
  const groups = sceneGroups(scenes);
  switch (dialog?.kind) {
    case 'confirm': {
      const wanted = groups.filter((group) => group.status === 'pending' || group.status === 'failed');
      const start = async (): Promise<void> => {
        if (await startGeneration(project.id)) onOpen({ kind: 'progress' });
      };
      return <ConfirmDialog project={project} groups={wanted} isDemo={user.geminiApiKey === DEMO_STUDIO_KEY} onStart={start} onClose={close} />;
    }
    case 'progress':
      return <ProgressDialog groups={groups} counts={generationCounts(scenes)} onStop={() => stopGeneration(project.id)} onClose={close} />;
    case 'export':
      return <ExportDialog project={project} scenes={scenes} onClose={close} />;
    case 'add-scene': {
      const { defaultDuration } = modelRow(project.model);
      return <SceneDialog scene={null} onClose={close} onSave={(words) => void addScene(project.id, words, defaultDuration, close)} />;
    }
    case 'edit-scene': {
      const scene = scenes.find((row) => row.id === dialog.sceneId);
      return scene ? <SceneDialog key={scene.id} scene={scene} onClose={close} onSave={(words) => void saveScene(scene.id, words, close)} /> : null;
    }
    default:
      return null;
  }
}

/** True when the server has taken the job; a failure is told. */
async function startGeneration(projectId: string): Promise<boolean> {
  try {
    await generateVideos(projectId);
    return true;
  } catch (error) {
    showFailure('Error starting generation', error);
    return false;
  }
}

async function stopGeneration(projectId: string): Promise<void> {
  try {
    await cancelGeneration(projectId);
  } catch (error) {
    showFailure('Generation was not stopped', error);
  }
}

async function saveScene(sceneId: string, words: SceneWords, done: () => void): Promise<void> {
  try {
    await actions.editScene(sceneId, words);
    showToast({ title: 'Scene updated', description: 'Your changes have been saved' });
    done();
  } catch (error) {
    showFailure('Error updating scene', error);
  }
}

async function addScene(projectId: string, words: SceneWords, duration: number, done: () => void): Promise<void> {
  try {
    await actions.addScene(projectId, { title: words.title, description: words.description, duration });
    showToast({ title: 'Scene added' });
    done();
  } catch (error) {
    showFailure('Error updating scene', error);
  }
}
