import { TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';
import { IconAction } from '#ui/icon-action.tsx';
import { uiWords } from '#ui/words.ts';
import styles from './compatibility-banner.module.css';
import { bannerWords } from './words.ts';

const STORAGE_NAME = 'compatibility-banner-dismissed';
const neededInterfaces = ['VideoEncoder', 'VideoDecoder', 'AudioEncoder', 'AudioDecoder'] as const;

/** Says that this browser lacks what editing needs, and which have it. Once dismissed it stays away. */
export function CompatibilityBanner() {
  const [isDismissed, setIsDismissed] = useState(wasDismissed);
  if (isDismissed || neededInterfaces.every((name) => name in globalThis)) return null;
  return (
    <aside className={styles['banner']} aria-label={bannerWords.label}>
      <TriangleAlert size={16} aria-hidden="true" />
      <p>{bannerWords.text}</p>
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
