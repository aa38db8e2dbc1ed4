import { Blend, Moon } from 'lucide-react';
import { memo, useState, type PointerEvent } from 'react';
import { useStore } from 'zustand';
import { actions } from '#editor/actions.ts';
import { editorSession } from '#editor/session-store.ts';
import { sceneOf } from '#editor/timeline-mode.ts';
import type { Transition } from '#shared/entities/scene.ts';
import { sameValue } from '#shared/rules/same-value.ts';
import { showFailure } from '#ui/toasts.ts';
import { chooseJoin } from '../timeline-acts.ts';
import { useEditableScope, useScopeNow, type ScopeNow } from '../timeline-scope.ts';
import { joinWords as words } from '../words.ts';
import { isDetailed, isDrawn, useDrawnLanes } from './drawn-lanes.ts';
import styles from './join-lane.module.css';
import { draggedSeconds, stripJoins, type JoinBand, type StripJoin } from './joins.ts';
import type { TimelineView } from './timeline-view.ts';

/** The joins over the scenes: a press selects one, and the edges of what it takes are dragged to another length. */
export function JoinLane({ view }: { view: TimelineView }) {
  const scope = useEditableScope();
  const chosenId = useStore(editorSession, ({ selectedJoinId }) => selectedJoinId);
  const drawn = useDrawnLanes();
  // The handles of a trim lie in the same place.
  if (scope?.mode.kind === 'trim') return null;
  // Between scenes that are hardly wider than its own mark a join can't be pressed.
  const isThere = (join: StripJoin): boolean =>
    join.sceneId === chosenId ||
    (isDrawn({ left: join.left, width: 0 }, drawn) && isDetailed({ width: join.leastWidth }, drawn));
  return stripJoins(view.layout, view.plan)
    .filter(isThere)
    .map((join) => <Join key={join.sceneId} join={join} isChosen={scope !== null && join.sceneId === chosenId} />);
}

type JoinProps = { join: StripJoin; isChosen: boolean };

/** The lane is drawn with every move of a drag, and of its joins those that it changes. */
const Join = memo(({ join, isChosen }: JoinProps) => {
  const now = useScopeNow();
  const { transition, bands, left } = join;
  const kind = transition?.kind ?? 'cut';
  const name = words.handle({ ...join.numbers, kind: words.kinds[kind], seconds: transition?.seconds ?? null });
  const mark = { className: styles['join'], 'data-kind': kind, style: { left: `${left}%` } };
  return (
    <>
      {bands ? <Band band={bands.before} side="before" isChosen={isChosen} /> : null}
      {bands ? <Band band={bands.after} side="after" isChosen={isChosen} /> : null}
      {now && transition && bands && isChosen ? (
        <BandEdge join={{ ...join, transition }} now={now} band={bands.before} />
      ) : null}
      {now === null ? (
        transition && (
          <span {...mark} aria-hidden="true">
            <Badge kind={kind} />
          </span>
        )
      ) : (
        <button
          type="button"
          {...mark}
          aria-label={name}
          aria-pressed={isChosen}
          title={name}
          data-player-keys
          onClick={() => chooseJoin(now(), join.sceneId)}
        >
          <Badge kind={kind} />
        </button>
      )}
    </>
  );
}, sameValue);

function Badge({ kind }: { kind: Transition['kind'] | 'cut' }) {
  if (kind === 'cut') return <i className={styles['diamond']} />;
  const Icon = kind === 'crossfade' ? Blend : Moon;
  return (
    <i className={styles['disc']}>
      <Icon size={12} aria-hidden="true" />
    </i>
  );
}

type BandProps = { band: JoinBand; side: 'before' | 'after'; isChosen: boolean };

/** What of a scene fades: its picture goes, or comes, along the diagonal. */
function Band({ band, side, isChosen }: BandProps) {
  return (
    <span
      className={styles['band']}
      data-side={side}
      data-chosen={isChosen}
      style={{ left: `${band.left}%`, width: `${band.width}%` }}
    />
  );
}

type BandEdgeProps = { join: StripJoin & { transition: Transition }; now: ScopeNow; band: JoinBand };

/** The start of the join, for a pointer; keys have its length in the inspector. */
function BandEdge({ join, now, band }: BandEdgeProps) {
  const [seconds, setSeconds] = useState<number | null>(null);
  const { transition, sceneId } = join;
  const drag = (event: PointerEvent<HTMLElement>): void => {
    const lane = event.currentTarget.parentElement?.getBoundingClientRect();
    const { view } = now();
    const [scene, block] = [sceneOf(view.plan, sceneId), view.layout.byScene.get(sceneId)];
    if (!lane || !scene || !block || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    setSeconds(draggedSeconds(scene, block, transition.kind, ((event.clientX - lane.left) / lane.width) * 100));
  };
  const release = (): void => {
    setSeconds(null);
    if (seconds === null || seconds === transition.seconds) return;
    const save = actions.editTransition(sceneId, { seconds });
    save.catch((error: unknown) => showFailure(words.failed, error));
  };
  return (
    <span
      className={styles['edge']}
      title={words.drag}
      style={{ left: `${band.left}%` }}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onPointerUp={release}
      onPointerCancel={() => setSeconds(null)}
    >
      {seconds === null ? null : <output className={`${styles['tip']} numbers`}>{words.seconds({ seconds })}</output>}
    </span>
  );
}
