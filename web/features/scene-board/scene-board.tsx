import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { useIsDemoStudio } from '#data/live.ts';
import { useModels } from '#api/queries/models.ts';
import { editorSession, selectScene } from '#editor/session-store.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { Sortable, SortableItem } from '#ui/sortable.tsx';
import { Viewfinder } from '#ui/viewfinder.tsx';
import { useRefusals } from '#widgets/use-refusals.ts';
import { SceneCard } from './scene-card.tsx';
import { sceneCards, type ClipHistory, type SceneCardActions } from './scene-card-view.ts';
import styles from './scene-board.module.css';
import { boardWords as words } from './words.ts';

/** The board itself selects scenes. */
type SceneBoardActions = Omit<SceneCardActions, 'select'>;

type SceneBoardProps = {
  project: Project;
  scenes: readonly Scene[];
  actions: SceneBoardActions;
  onAddScene: () => void;
  clips: ClipHistory;
};

/** Every scene of the movie as a card, in play order. Dragging or a card’s menu changes the order. */
export function SceneBoard({ project, scenes, actions, onAddScene, clips }: SceneBoardProps) {
  const selectedSceneId = useStore(editorSession, (session) => session.selectedSceneId);
  const select = (scene: Scene): void => selectScene(scene.id === selectedSceneId ? null : scene.id);
  const refusals = useRefusals();
  const reach = useModels();
  const isFree = useIsDemoStudio() ?? false;
  const [playingId, setPlayingId] = useState<string | null>(null);
  const cards = new Map(
    sceneCards(project, scenes, selectedSceneId, clips, { refusals, reach, isFree }).map((card) => [
      card.group.scene.id,
      card,
    ]),
  );
  const entries = [...cards].map(([id, { group }]) => ({ id, name: words.scene({ number: group.scene.sceneNumber }) }));
  return (
    <Sortable entries={entries} onMove={actions.move}>
      {(order) => (
        <ul className={styles['grid']}>
          {order.map((id) => {
            const card = cards.get(id);
            return card ? (
              <SortableItem key={id} id={id}>
                <SceneCard
                  card={card}
                  actions={{ ...actions, select }}
                  playing={{
                    project,
                    isPlaying: playingId === id,
                    onPlay: () => setPlayingId(id),
                    onStop: () => setPlayingId(null),
                  }}
                />
              </SortableItem>
            ) : null;
          })}
          <li>
            <button type="button" className={styles['add']} onClick={onAddScene}>
              <Viewfinder />
              <Plus size={20} aria-hidden="true" />
              {words.add}
            </button>
          </li>
        </ul>
      )}
    </Sortable>
  );
}
