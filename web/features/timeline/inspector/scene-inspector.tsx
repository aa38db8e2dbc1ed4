import { Pencil, Trash2, Type } from 'lucide-react';
import { Suspense } from 'react';
import { useStore } from 'zustand';
import { preferences } from '#editor/preferences.ts';
import { trimModeDraft } from '#editor/timeline-mode.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { limits } from '#shared/limits.ts';
import type { PlanScene } from '#shared/movie/movie-plan.ts';
import { IconAction } from '#ui/icon-action.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { QuietButton } from '#ui/quiet-button.tsx';
import type { SceneGroup } from '#widgets/scene-groups.ts';
import { StatusMark } from '#widgets/status-mark.tsx';
import styles from './inspector.module.css';
import { isHiddenByTrim, movieFacts, overlayTimes, trimSummary } from './inspector-words.ts';
import { deleteText } from './text-edits.ts';
import { openText } from '../timeline-acts.ts';
import { useScope } from '../timeline-scope.ts';
import { sceneWords as words } from '../words.ts';

const TrimFields = lazyPart(async () => ({ default: (await import('./trim-fields.tsx')).TrimFields }));
const TrimControls = lazyPart(async () => ({ default: (await import('./trim-controls.tsx')).TrimControls }));
const SceneSound = lazyPart(async () => ({ default: (await import('./scene-sound.tsx')).SceneSound }));

type SceneInspectorProps = {
  /** Null when none is selected. */
  group: SceneGroup | null;
  /** Its part in the movie; null while it has no clip. */
  scene: PlanScene | null;
};

/** What is known about the selected scene, and what can be done with it. */
export function SceneInspector({ group, scene }: SceneInspectorProps) {
  const { mode } = useScope();
  const draft = trimModeDraft(mode);
  const isList = useStore(preferences, ({ known }) => known?.chosen.timelineView === 'list');
  if (group === null) return <MoviePanel />;
  const { sceneNumber, title } = group.scene;
  return (
    <section className={styles['panel']} aria-label={words.label}>
      <header className={styles['head']}>
        <h2>{words.scene({ number: sceneNumber })}</h2>
        <span className={`${styles['about']} one-line`}>{title}</span>
        {scene && group.status === 'complete' ? null : <StatusMark status={group.status} place="panel" />}
      </header>
      <div className={styles['body']}>
        {(group.errorMessage ?? group.note) ? (
          <p className={styles['hint']}>{group.errorMessage ?? group.note}</p>
        ) : null}
        {scene && draft ? (
          <Suspense>
            <TrimControls draft={draft} clip={scene.clip} />
          </Suspense>
        ) : null}
        {scene && !draft ? <p className={`${styles['hint']} numbers`}>{trimSummary(scene)}</p> : null}
        {scene && !draft && isList ? (
          <Suspense>
            <TrimFields key={group.scene.id} row={group.scene} scene={scene} />
          </Suspense>
        ) : null}
        {scene ? <TextList row={group.scene} scene={scene} /> : <p className={styles['hint']}>{words.noClip}</p>}
        {scene && !draft ? (
          <Suspense>
            <SceneSound key={group.scene.id} row={group.scene} scene={scene} />
          </Suspense>
        ) : null}
      </div>
    </section>
  );
}

/** No scene is selected: what is known of the whole movie. */
function MoviePanel() {
  const { plan, rows } = useScope();
  const count = rows.filter(({ isExtension }) => !isExtension).length;
  return (
    <section className={styles['panel']} aria-label={words.label}>
      <header className={styles['head']}>
        <h2>{words.movie}</h2>
        <span className={`${styles['about']} one-line`}>{plan.title}</span>
      </header>
      <div className={styles['body']}>
        <dl className={`${styles['facts']} numbers`}>
          {movieFacts(plan, count).map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p className={styles['hint']}>{words.none}</p>
      </div>
    </section>
  );
}

type TextListProps = { row: Scene; scene: PlanScene };

function TextList({ row, scene }: TextListProps) {
  const scope = useScope();
  const overlays = row.textOverlays;
  const isFull = overlays.length >= limits.overlaysPerScene;
  return (
    <div className={styles['group']}>
      <h3 className={styles['title']}>{words.texts}</h3>
      {overlays.length > 0 ? (
        <ul className={styles['texts']}>
          {overlays.map((overlay, index) => (
            // Texts from before there were ids have only their place.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={overlay.id ?? index}>
              <Type size={16} aria-hidden="true" />
              <div>
                <p className="one-line">{overlay.text}</p>
                <p className={`${styles['hint']} numbers`}>
                  {overlayTimes(overlay)}
                  {isHiddenByTrim(overlay, scene) ? ` · ${words.hidden}` : ''}
                </p>
              </div>
              <IconAction
                label={words.editText({ text: overlay.text })}
                className={styles['icon'] ?? ''}
                onClick={() => openText(scope, row.id, index)}
              >
                <Pencil size={16} />
              </IconAction>
              <IconAction
                label={words.deleteText({ text: overlay.text })}
                className={styles['icon'] ?? ''}
                onClick={() => void deleteText(row, overlay)}
              >
                <Trash2 size={16} />
              </IconAction>
            </li>
          ))}
        </ul>
      ) : (
        <p className={styles['hint']}>{words.noTexts}</p>
      )}
      {isFull ? <p className={styles['hint']}>{words.limit}</p> : null}
      <QuietButton size="1" disabled={isFull} onClick={() => openText(scope, row.id, null)}>
        <Type size={14} /> {words.addText}
      </QuietButton>
    </div>
  );
}
