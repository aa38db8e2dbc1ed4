import { TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';
import { useFfmpegCheck } from '#api/queries/ffmpeg.ts';
import { interfaceNames, missingInterfaces } from '#media/worker/client.ts';
import { IconAction } from '#ui/icon-action.tsx';
import { uiWords } from '#ui/words.ts';
import styles from './compatibility-banner.module.css';
import { bannerWords } from './words.ts';

const STORAGE_NAME = 'compatibility-banner-dismissed';

/**
 * Says what this browser lacks, what still works, and which browsers have it all. Once dismissed it stays away. What an
 * export needs to the letter is the dialog's to say.
 */
export function CompatibilityBanner() {
  const [isDismissed, setIsDismissed] = useState(wasDismissed);
  const missing = missingInterfaces();
  const isServerReady = useFfmpegCheck()?.available === true;
  if (isDismissed || missing.length === 0) return null;
  const sentences = [
    bannerWords.missing({ names: interfaceNames(missing) }),
    bannerWords.stillWorks,
    ...(isServerReady ? [bannerWords.server] : []),
    bannerWords.recommended,
  ];
  return (
    <aside className={styles['banner']} aria-label={bannerWords.label}>
      <TriangleAlert size={16} aria-hidden="true" />
      <p>{sentences.join(' ')}</p>
      <IconAction
        label={uiWords.dismiss}
        onClick={() => {
          rememberDismissal();
          setIsDismissed(true);
        }}
      >
        <X size={16} />
      </IconAction>
    </aside>
  );
}

function wasDismissed(): boolean {
  try {
    return localStorage.getItem(STORAGE_NAME) === 'true';
  } catch (error) {
    console.warn('This browser allows no local storage.', error);
    return false;
  }
}

function rememberDismissal(): void {
  try {
    localStorage.setItem(STORAGE_NAME, 'true');
  } catch (error) {
    console.warn('The banner’s dismissal is not kept: this browser allows no local storage.', error);
  }
}
