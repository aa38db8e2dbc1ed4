import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router-dom';
import { ExportDialog } from '#features/export/export-dialog.tsx';
import { ConfirmDialog } from '#features/generation/confirm-dialog.tsx';
import { startGeneration, stopGeneration } from '#features/generation/generation-calls.ts';
import { ProgressDialog } from '#features/generation/progress-dialog.tsx';
import { SceneDialog, type SceneWords } from '#features/scene-board/scene-dialog.tsx';
import { addScene, saveScene } from '#features/scene-board/scene-edits.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { DEMO_STUDIO_KEY, type User } from '#shared/entities/user.ts';

const DeleteProjectDialog = lazy(async () => ({
  default: (await import('#features/delete-project/delete-project-dialog.tsx')).DeleteProjectDialog,
}));

export type EditorDialog =
  | { kind: 'confirm' }
  | { kind: 'progress' }
  | { kind: 'export' }
  | { kind: 'add-scene' }
  | { kind: 'delete-project' }
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
  const navigate = useNavigate();
  const close = (): void => onOpen(null);
  const start = async (): Promise<void> => {
    if (await startGeneration(project.id)) onOpen({ kind: 'progress' });
  };
  const add = async (words: SceneWords): Promise<void> => {
    if (await addScene(project, words)) close();
  };
  const save = async (sceneId: string, words: SceneWords): Promise<void> => {
    if (await saveScene(sceneId, words)) close();
  };
  switch (dialog?.kind) {
    case 'confirm':
      return (
        <ConfirmDialog
          project={project}
          scenes={scenes}
          isDemo={user.geminiApiKey === DEMO_STUDIO_KEY}
          onStart={start}
          onClose={close}
        />
      );
    case 'progress':
      return <ProgressDialog scenes={scenes} onStop={() => stopGeneration(project.id)} onClose={close} />;
    case 'export':
      return <ExportDialog project={project} scenes={scenes} onClose={close} />;
    case 'delete-project':
      return (
        <Suspense>
          <DeleteProjectDialog project={project} onDelete={() => void navigate('/')} onClose={close} />
        </Suspense>
      );
    case 'add-scene':
      return <SceneDialog scene={null} onClose={close} onSave={(words) => void add(words)} />;
    case 'edit-scene': {
      const scene = scenes.find((row) => row.id === dialog.sceneId);
      return scene ? (
        <SceneDialog key={scene.id} scene={scene} onClose={close} onSave={(words) => void save(scene.id, words)} />
      ) : null;
    }
    default:
      return null;
  }
}
