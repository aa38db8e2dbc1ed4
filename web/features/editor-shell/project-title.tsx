import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { limits } from '#shared/limits.ts';
import { Tip } from '#ui/tip.tsx';
import { uiWords } from '#ui/words.ts';
import styles from './project-title.module.css';
import { titleWords as words } from './words.ts';

type ProjectTitleProps = {
  title: string;
  isEditing: boolean;
  onEditing: (isEditing: boolean) => void;
  /** Receives a title that is neither blank nor the current one. */
  onRename: (title: string) => void;
};

/** The page’s heading. Pressed, it becomes a field: Enter and leaving it save, Escape cancels. */
export function ProjectTitle({ title, isEditing, onEditing, onRename }: ProjectTitleProps) {
  const button = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    onEditing(false);
    requestAnimationFrame(() => button.current?.focus());
  };
  if (isEditing) return <TitleField title={title} onRename={onRename} onClose={close} />;
  return (
    <h1 className={styles['heading']}>
      <Tip text={words.rename}>
        <button ref={button} type="button" className={styles['button']} onClick={() => onEditing(true)}>
          {title}
        </button>
      </Tip>
    </h1>
  );
}

type TitleFieldProps = { title: string; onRename: (title: string) => void; onClose: () => void };

function TitleField({ title, onRename, onClose }: TitleFieldProps) {
  const [draft, setDraft] = useState(title);
  const [isRefused, setIsRefused] = useState(false);
  const noteId = useId();
  const field = useRef<HTMLInputElement>(null);
  /** A field that is removed also loses the focus, and must not save then. */
  const isOver = useRef(false);
  useEffect(() => field.current?.select(), []);
  const isFull = draft.length >= limits.titleLength;
  const close = (): void => {
    isOver.current = true;
    onClose();
  };
  const save = (): void => {
    if (isOver.current) return;
    const wanted = draft.trim();
    if (wanted === '') return setIsRefused(true);
    if (wanted !== title) onRename(wanted);
    close();
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') save();
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles['edit']}>
      <h1 className={styles['hidden']}>{title}</h1>
      <input
        ref={field}
        className={styles['field']}
        aria-label={words.field}
        aria-invalid={isRefused}
        aria-describedby={noteId}
        maxLength={limits.titleLength}
        value={draft}
        onKeyDown={onKey}
        onBlur={save}
        onChange={(event) => {
          setDraft(event.target.value);
          setIsRefused(false);
        }}
      />
      <p id={noteId} role="alert" className={styles['note']} data-tone={isRefused ? 'bad' : 'plain'}>
        {isRefused ? words.missing : isFull ? uiWords.lengthLimit({ limit: limits.titleLength }) : null}
      </p>
    </div>
  );
}
