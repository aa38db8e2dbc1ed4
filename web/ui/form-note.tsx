import { CircleX, Check, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './form-note.module.css';

/** A sentence under a form's button: what went well, what went wrong, or what to know. */
export function FormNote({ tone, children }: { tone: 'ok' | 'bad' | 'plain'; children: ReactNode }) {
  const Icon = tone === 'ok' ? Check : tone === 'bad' ? CircleX : Info;
  return (
    <p className={styles['note']} data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon size={16} aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}
