import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useExports } from '#data/live.ts';
import { followServerExports } from '#editor/page-exports.ts';
import { DoneDialog } from './done-dialog.tsx';
import { keepClearMark } from '#ui/follow-toast-place.ts';
import { EndedExport } from './ended-export.tsx';
import styles from './export-card.module.css';
import { shownExports } from './shown-exports.ts';
import { RunningExport } from './running-export.tsx';

/** The exports, wherever in the app one is: how far the one at work is, what waits behind it, and the newest result. */
export function ExportCard() {
  const rows = useExports() ?? [];
  const { running, waiting, ended } = shownExports(rows);
  const [isFolded, fold] = useFold();
  const [watchedId, watch] = useState<string | null>(null);
  useEffect(() => followServerExports((error) => console.error('Exports on the server are not followed.', error)), []);
  // Another export may end while a movie is watched.
  const watched = rows.find(({ id, status }) => id === watchedId && status === 'complete');
  if (running === null && ended === null) return null;
  const folding = { isFolded, onFold: () => fold(!isFolded) };
  return (
    <>
      <div className={styles['stack']} data-folded={isFolded} data-export-line={isFolded} {...keepClearMark}>
        {/* There is room for one line. */}
        {ended && !(isFolded && running) ? (
          <EndedExport key={ended.id} row={ended} folding={folding} onWatch={() => watch(ended.id)} />
        ) : null}
        {running ? <RunningExport key={running.id} row={running} waiting={waiting} folding={folding} /> : null}
      </div>
      {watched === undefined ? null : <DoneDialog row={watched} onClose={() => watch(null)} />}
    </>
  );
}

type Screen = 'timeline' | 'other';

/** Over the lanes of a timeline cards are one line each, unless the person unfolds them there; elsewhere they are whole. */
function useFold(): [isFolded: boolean, fold: (isFolded: boolean) => void] {
  const [folded, setFolded] = useState<Record<Screen, boolean>>({ timeline: true, other: false });
  const { pathname, search } = useLocation();
  const isTimeline = pathname.startsWith('/project/') && new URLSearchParams(search).get('tab') === 'timeline';
  const screen: Screen = isTimeline ? 'timeline' : 'other';
  return [folded[screen], (isFolded) => setFolded((before) => ({ ...before, [screen]: isFolded }))];
}
