import { Suspense, type ReactNode } from 'react';
import { useNavigate, type NavigateFunction } from 'react-router-dom';
import { generateAgain, startGeneration, startScenes, stopGeneration } from '#features/generation/generation-calls.ts';
import type { NewScene } from '#features/scene-board/add-scene-dialog.tsx';
import type { SceneWords } from '#features/scene-board/scene-dialog.tsx';
import type { SceneChoice } from '#features/generation/scene-choice.ts';
import type { GenerationRun } from '#features/generation/generation-run.ts';
import { useGenerationRun } from '#features/generation/use-generation-run.ts';
import { addScene, chooseClip, saveScene } from '#features/scene-board/scene-edits.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { DEMO_STUDIO_KEY, type User } from '#shared/entities/user.ts';
import { lazyPart } from '#ui/lazy-part.ts';

const AddSceneDialog = lazyPart(async () => ({
  default: (await import('#features/scene-board/add-scene-dialog.tsx')).AddSceneDialog,
}));
const ConfirmDialog = lazyPart(async () => ({
  default: (await import('#features/generation/confirm-dialog.tsx')).ConfirmDialog,
}));
const ExportDialog = lazyPart(async () => ({
  default: (await import('#features/export/export-dialog.tsx')).ExportDialog,
}));
const OneSceneDialog = lazyPart(async () => ({
  default: (await import('#features/generation/one-scene-dialog.tsx')).OneSceneDialog,
}));
const ExtendDialog = lazyPart(async () => ({
  default: (await import('#features/generation/extend-dialog.tsx')).ExtendDialog,
}));
const ProgressDialog = lazyPart(async () => ({
  default: (await import('#features/generation/progress-dialog.tsx')).ProgressDialog,
}));
const SceneDialog = lazyPart(async () => ({
  default: (await import('#features/scene-board/scene-dialog.tsx')).SceneDialog,
}));
const StillDialog = lazyPart(async () => ({
  default: (await import('#features/scene-board/still-dialog.tsx')).StillDialog,
}));
const ImprovedDialog = lazyPart(async () => ({
  default: (await import('#features/scene-board/improved-dialog.tsx')).ImprovedDialog,
}));
const FolderDialog = lazyPart(async () => ({
  default: (await import('#features/project-file/folder-dialog.tsx')).FolderDialog,
}));
const DeleteProjectDialog = lazyPart(async () => ({
  default: (await import('#features/delete-project/delete-project-dialog.tsx')).DeleteProjectDialog,
}));

export type EditorDialog =
  | { kind: 'confirm' }
  | { kind: 'generate-scene'; sceneId: string }
  | { kind: 'extend-scene'; sceneId: string }
  /** `before` are the rows as they were when it was asked for: progress is shown of newer ones. */
  | { kind: 'progress'; before?: readonly Scene[] }
  | { kind: 'export' }
  /** `place`: how many scenes come before those of the files. */
  | { kind: 'add-scene'; files?: readonly File[]; place?: number | null }
  | { kind: 'delete-project' }
  | { kind: 'folder-copy' }
  | { kind: 'edit-scene'; sceneId: string }
  /** `before` is the description that the scene had. */
  | { kind: 'improved'; sceneId: string; before: string };

type EditorDialogsProps = {
  dialog: EditorDialog | null;
  user: User;
  project: Project;
  scenes: readonly Scene[];
  onOpen: (dialog: EditorDialog | null) => void;
};

/** The one dialog that is open over the editor. */
export function EditorDialogs(props: EditorDialogsProps) {
  const navigate = useNavigate();
  const run = useGenerationRun(props.project.id, props.scenes);
  return <Suspense>{openDialog(props, run, navigate)}</Suspense>;
}

const noFiles: readonly File[] = [];

function openDialog(
  { dialog, user, project, scenes, onOpen }: EditorDialogsProps,
  run: GenerationRun | null,
  navigate: NavigateFunction,
): ReactNode {
  const isDemo = user.geminiApiKey === DEMO_STUDIO_KEY;
  const close = (): void => onOpen(null);
  const start = async (choice: SceneChoice): Promise<void> => {
    if (await startGeneration(project.id, choice)) onOpen({ kind: 'progress', before: scenes });
  };
  const startOne = async (choice: SceneChoice): Promise<void> => {
    if (await startScenes(choice)) close();
  };
  const extend = async (sceneId: string): Promise<void> => {
    const { startExtension } = await import('#features/generation/extension-calls.ts');
    if (await startExtension(sceneId)) close();
  };
  const add = async (scene: NewScene): Promise<void> => {
    if (await addScene(project.id, scene)) close();
  };
  const save = async (sceneId: string, words: SceneWords): Promise<void> => {
    if (await saveScene({ id: sceneId, projectId: project.id }, words)) close();
  };
  const confirmation = (
    <ConfirmDialog
      project={project}
      scenes={scenes}
      isDemo={isDemo}
      onChooseClip={(scene, choice) => void chooseClip(scene, choice)}
      onStart={start}
      onClose={close}
    />
  );
  switch (dialog?.kind) {
    case 'confirm':
      return confirmation;
    case 'generate-scene': {
      const scene = scenes.find((row) => row.id === dialog.sceneId);
      return scene ? (
        <OneSceneDialog
          project={project}
          scene={scene}
          scenes={scenes}
          isDemo={isDemo}
          onStart={startOne}
          onClose={close}
        />
      ) : null;
    }
    case 'extend-scene': {
      const scene = scenes.find((row) => row.id === dialog.sceneId);
      return scene ? (
        <ExtendDialog
          project={project}
          scene={scene}
          scenes={scenes}
          isDemo={isDemo}
          onStart={() => extend(scene.id)}
          onClose={close}
        />
      ) : null;
    }
    case 'progress':
      return dialog.before === scenes ? (
        confirmation
      ) : (
        <ProgressDialog
          project={project}
          scenes={scenes}
          isDemo={isDemo}
          run={run}
          onStop={() => stopGeneration(project.id)}
          onRetry={generateAgain}
          onClose={close}
        />
      );
    case 'improved': {
      const scene = scenes.find((row) => row.id === dialog.sceneId);
      return scene ? <ImprovedDialog scene={scene} before={dialog.before} onClose={close} /> : null;
    }
    case 'export':
      return <ExportDialog project={project} scenes={scenes} onClose={close} />;
    case 'folder-copy':
      return <FolderDialog project={project} onClose={close} />;
    case 'delete-project':
      return <DeleteProjectDialog project={project} onDelete={() => void navigate('/')} onClose={close} />;
    case 'add-scene':
      return (
        <AddSceneDialog
          project={project}
          files={dialog.files ?? noFiles}
          place={dialog.place ?? null}
          onClose={close}
          onAdd={(scene) => void add(scene)}
        />
      );
    case 'edit-scene': {
      const scene = scenes.find((row) => row.id === dialog.sceneId);
      if (scene?.still) return <StillDialog key={scene.id} scene={{ ...scene, still: scene.still }} onClose={close} />;
      return scene ? (
        <SceneDialog
          key={scene.id}
          project={project}
          scene={scene}
          scenes={scenes}
          onClose={close}
          onSave={(words) => void save(scene.id, words)}
        />
      ) : null;
    }
    default:
      return null;
  }
}
