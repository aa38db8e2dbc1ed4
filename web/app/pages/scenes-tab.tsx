import { Plus } from 'lucide-react';
import { Suspense, useEffect, useRef, type Dispatch, type RefObject, type SetStateAction } from 'react';
import { useRestorableTakes, useStoredClips } from '#data/live.ts';
import type { Take } from '#data/tables/rows.ts';
import { useIsBreakdownAsked } from '#features/generation/breakdown.ts';
import { GenerateButton } from '#features/generation/generate-button.tsx';
import {
  dismissLostAnswer,
  generateAgain,
  improveWords,
  restoreTake,
  stopScene,
} from '#features/generation/generation-calls.ts';
import type { GenerationRun } from '#features/generation/generation-run.ts';
import { downloadScene } from '#features/scene-board/download-scene.ts';
import { LoadingBoard } from '#features/scene-board/loading-board.tsx';
import { chooseClip, moveScene, removeScene } from '#features/scene-board/scene-edits.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { lazyPart } from '#ui/lazy-part.ts';
import { PageMessage } from '#ui/page-message.tsx';
import { QuietButton } from '#ui/quiet-button.tsx';
import type { EditorDialog } from './editor-dialogs.tsx';
import styles from './scenes-tab.module.css';
import { editorPageWords as words } from './words.ts';

const SceneBoard = lazyPart(async () => ({
  default: (await import('#features/scene-board/scene-board.tsx')).SceneBoard,
}));
// Most people see it first.
void SceneBoard.load();

type ScenesTabProps = {
  project: Project;
  scenes: readonly Scene[];
  areScenesKnown: boolean;
  /** The current or latest generation run; null before there was one. */
  run: GenerationRun | null;
  onOpen: Dispatch<SetStateAction<EditorDialog | null>>;
};

const noTakes: ReadonlyMap<string, Take> = new Map();

/** The scenes as cards. Before there are any, the breakdown's progress or the ways to add scenes. */
export function ScenesTab({ project, scenes, areScenesKnown, run, onOpen }: ScenesTabProps) {
  const isShown = useIsShown();
  const restorable = useRestorableTakes(project.id) ?? noTakes;
  const stored = useStoredClips(scenes.flatMap(({ sha256 }) => sha256 ?? []));
  const restore = ({ id }: Scene): void => {
    const take = restorable.get(id);
    if (take) void restoreTake(take);
  };
  const improve = async (scene: Scene): Promise<void> => {
    const { id: sceneId, description: before } = scene;
    // Not over what the person has opened, or gone to, while the AI wrote.
    if ((await improveWords(scene)) && isShown.current) onOpen((open) => open ?? { kind: 'improved', sceneId, before });
  };
  const isRunning = useIsBreakdownAsked(project.id) || project.breakdownStatus === 'running';
  if (scenes.length === 0 && (isRunning || !areScenesKnown)) {
    return <LoadingBoard label={isRunning ? words.generatingBreakdown : words.loadingScenes} />;
  }
  if (scenes.length === 0) {
    return (
      <div className={styles['empty']}>
        <PageMessage title={words.noScenes.title} text={project.breakdownError ?? words.noScenes.text}>
          <GenerateButton project={project} scenes={scenes} onConfirm={() => onOpen({ kind: 'confirm' })} />
          <QuietButton size="2" onClick={() => onOpen({ kind: 'add-scene' })}>
            <Plus size={16} aria-hidden="true" />
            {words.addScene}
          </QuietButton>
        </PageMessage>
      </div>
    );
  }
  return (
    <Suspense fallback={<LoadingBoard label={words.loadingScenes} />}>
      <SceneBoard
        project={project}
        scenes={scenes}
        actions={{
          edit: (scene) => onOpen({ kind: 'edit-scene', sceneId: scene.id }),
          improve,
          remove: (scene) => void removeScene(scene),
          download: (group) => void downloadScene(project.title, group),
          retry: (group) => generateAgain(group),
          stop: (scene) => stopScene(scene),
          generate: (scene) => onOpen({ kind: 'generate-scene', sceneId: scene.id }),
          extend: (scene) => onOpen({ kind: 'extend-scene', sceneId: scene.id }),
          removeExtension: (scene) => void removeExtension(scene),
          restoreClip: restore,
          dismissFailure: (scene) => void dismissLostAnswer(scene),
          chooseClip: (scene, choice) => void chooseClip(scene, choice),
          move: (from, to) => moveScene(project.id, from, to),
        }}
        onAddScene={() => onOpen({ kind: 'add-scene' })}
        clips={{ startsMs: run?.sceneStartsMs ?? {}, restorable, stored }}
      />
    </Suspense>
  );
}

async function removeExtension(scene: Scene): Promise<void> {
  const { dropExtension } = await import('#features/generation/extension-calls.ts');
  await dropExtension(scene);
}

/** Whether the tab is still on the screen, for what ends later. */
function useIsShown(): RefObject<boolean> {
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
}
