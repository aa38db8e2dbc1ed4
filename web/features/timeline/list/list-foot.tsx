import { Kbd } from '@radix-ui/themes';
import { Check } from 'lucide-react';
import { keepClearMark } from '#ui/follow-toast-place.ts';
import { openKeyboardHelp } from '#ui/keyboard-help.ts';
import { listWords as words } from './list-words.ts';
import styles from './timeline-list.module.css';

/** Below the list: what has changed last, spoken too, and the keys that work in it. */
export function ListFoot({ spoken, chosenCount }: { spoken: string; chosenCount: number }) {
  return (
    <div className={styles['foot']} data-screen-foot {...keepClearMark}>
      <output className={styles['spoken']}>
        {spoken === '' ? null : <Check size={14} aria-hidden="true" />}
        <span>{spoken}</span>
      </output>
      <output className={styles['chosen']}>{chosenCount > 1 ? words.chosen({ count: chosenCount }) : null}</output>
      <p className={styles['keys']}>
        <span>
          <Kbd size="1">↑</Kbd> <Kbd size="1">↓</Kbd> {words.keys.move}
        </span>
        <span>
          <Kbd size="1">{words.names.alt}</Kbd> <Kbd size="1">↑</Kbd> <Kbd size="1">↓</Kbd> {words.keys.reorder}
        </span>
        <span>
          <Kbd size="1">{words.names.enter}</Kbd> {words.keys.edit}
        </span>
        <button type="button" onClick={openKeyboardHelp}>
          <Kbd size="1">?</Kbd> {words.keys.all}
        </button>
      </p>
    </div>
  );
}
