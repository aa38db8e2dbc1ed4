import { Button } from '@radix-ui/themes';
import { RefreshCw, TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';
import { useExports } from '#data/live.ts';
import { isRunning, isTiedToTab } from '#data/tables/exports.ts';
import { IconAction } from '#ui/icon-action.tsx';
import { RefusableButton } from '#ui/refusable-button.tsx';
import { showFailure, showToast } from '#ui/toasts.ts';
import { loadNewVersion, useVersionNews } from './app-version.ts';
import styles from './version-notice.module.css';
import { versionWords as words } from './version-words.ts';

/** Says that another version has arrived, and waits: a page is never loaded anew without being asked. */
export function VersionNotice() {
  const news = useVersionNews();
  const [isLater, setIsLater] = useState(false);
  if (news === 'superseded') return <Superseded />;
  return news === 'ready' && !isLater ? <UpdateReady onLater={() => setIsLater(true)} /> : null;
}

function UpdateReady({ onLater }: { onLater: () => void }) {
  const refusal = useReloadRefusal();
  return (
    <section className={styles['notice']} aria-label={words.label}>
      <RefreshCw size={16} aria-hidden="true" />
      <output className={styles['title']}>{words.ready}</output>
      <RefusableButton isQuiet size="1" refusal={refusal} onPress={() => void reload()}>
        {words.reload}
      </RefusableButton>
      <IconAction size="1" label={words.later} onClick={onLater}>
        <X size={16} />
      </IconAction>
    </section>
  );
}

async function reload(): Promise<void> {
  if (!('serviceWorker' in navigator)) return location.reload();
  try {
    const isThere = await loadNewVersion(navigator.serviceWorker);
    if (!isThere) showToast({ title: words.noNewer, description: words.noNewerText, tone: 'destructive' });
  } catch (error) {
    showFailure(words.failed, error);
  }
}

/** The new version may give the database another shape, which would end an export in any tab. */
function useReloadRefusal(): string | null {
  const tied = (useExports() ?? []).filter(isTiedToTab);
  if (tied.length === 0) return null;
  return tied.some(isRunning) ? words.exporting : words.keptInTab;
}

function Superseded() {
  return (
    <section className={styles['notice']} aria-label={words.label} data-tone="bad">
      <TriangleAlert size={16} aria-hidden="true" />
      <div role="alert">
        <p className={styles['title']}>{words.superseded}</p>
        <p className={styles['text']}>{words.supersededText}</p>
      </div>
      <Button size="1" onClick={() => void reload()}>
        {words.reload}
      </Button>
    </section>
  );
}
