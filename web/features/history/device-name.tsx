import { Monitor, Smartphone } from 'lucide-react';
import { isHandheld } from '#shared/rules/device-name.ts';
import styles from './history-line.module.css';
import { historyWords } from './history-words.ts';

/** Where something was done. @param name null for this browser */
export function DeviceName({ name }: { name: string | null }) {
  const Icon = isHandheld(name ?? '') ? Smartphone : Monitor;
  return (
    <span className={styles['device']}>
      <Icon size={14} aria-hidden="true" />
      <span className="one-line">{name ?? historyWords.thisBrowser}</span>
    </span>
  );
}
