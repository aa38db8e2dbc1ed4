import { Scissors, Type } from 'lucide-react';
import { Suspense, type ReactNode } from 'react';
import { trimModeDraft } from '#editor/timeline-mode.ts';
import { fpsNumber } from '#shared/movie/time.ts';
import { lazyPart } from '#ui/lazy-part.ts';
import { QuietButton } from '#ui/quiet-button.tsx';
import { addText, toggleTrim } from '../timeline-acts.ts';
import { useStacked } from '../use-narrow.ts';
import { useScope, useScopeNow } from '../timeline-scope.ts';
import styles from './timeline-tools.module.css';
import { timelineWords as words } from '../words.ts';

const SplitButton = lazyPart(async () => ({ default: (await import('./split-button.tsx')).SplitButton }));
const AddMusic = lazyPart(async () => ({ default: (await import('../audio/add-music.tsx')).AddMusic }));
const MediaButton = lazyPart(async () => ({ default: (await import('../media/media-button.tsx')).MediaButton }));
const RecordButton = lazyPart(async () => ({ default: (await import('../recording/record-button.tsx')).RecordButton }));
const AddSceneFiles = lazyPart(async () => ({
  default: (await import('../moving/add-scene-files.tsx')).AddSceneFiles,
}));
const LevelAll = lazyPart(async () => ({ default: (await import('../inspector/level-all.tsx')).LevelAll }));

const ViewSwitch = lazyPart(async () => ({ default: (await import('../list/view-switch.tsx')).ViewSwitch }));

type TimelineToolsProps = {
  undo: ReactNode;
  kind: 'lanes' | 'list' | null;
  onFiles: (files: readonly File[], place: number | null) => void;
  children: ReactNode;
};

/**
 * Tools for the whole movie and for the selected scene; where there is nothing to play, only those that need nothing.
 * @param undo the buttons that undo and redo
 * @param kind how the movie is shown; null until that is known
 * @param onFiles as the editor's
 * @param children the download button
 */
export function TimelineTools({ undo, kind, onFiles, children }: TimelineToolsProps) {
  const scope = useScope();
  const now = useScopeNow();
  const { plan } = scope.view;
  const isStacked = useStacked();
  const isEmpty = plan.scenes.length === 0;
  const isTrimming = trimModeDraft(scope.mode) !== null;
  return (
    <div className={styles['tools']} role="toolbar" aria-label={words.tools}>
      <Suspense>{undo}</Suspense>
      {isEmpty ? null : (
        <>
          <Suspense>
            <SplitButton />
          </Suspense>
          <QuietButton
            size="2"
            className={isTrimming ? (styles['on'] ?? '') : ''}
            aria-pressed={isTrimming}
            onClick={() => now && toggleTrim(now())}
          >
            <Scissors size={16} aria-hidden="true" /> {words.trimMode}
          </QuietButton>
          <QuietButton size="2" onClick={() => now && addText(now())}>
            <Type size={16} aria-hidden="true" /> {words.addText}
          </QuietButton>
          <Suspense>
            <AddMusic />
          </Suspense>
        </>
      )}
      <Suspense>
        <AddSceneFiles onFiles={onFiles} />
        {isEmpty ? null : <RecordButton />}
        <MediaButton />
      </Suspense>
      <span className={`${styles['facts']} numbers`}>
        {words.facts({ width: plan.width, height: plan.height, fps: Number(fpsNumber(plan.fps).toFixed(2)) })}
      </span>
      {isStacked || isEmpty ? null : (
        <div className={styles['switch']}>
          <Suspense>
            <LevelAll />
          </Suspense>
        </div>
      )}
      {kind === null || isEmpty ? null : (
        <Suspense>
          <ViewSwitch view={kind} />
        </Suspense>
      )}
      {children}
    </div>
  );
}
