import { Button } from '@radix-ui/themes';
import { FolderOpen } from 'lucide-react';
import { useRef, useState, type DragEvent } from 'react';
import { PageMessage } from '#ui/page-message.tsx';
import styles from './file-picker.module.css';
import { openWords as words } from './words.ts';

type FilePickerProps = {
  /** What is going on, or why the last file didn't open; null at first. */
  note: { text: string; isFailure: boolean } | null;
  onFile: (file: File) => void;
};

/** Takes a saved project, chosen or dropped. */
export function FilePicker({ note, onFile }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const take = (files: FileList | null): void => {
    const file = files?.[0];
    if (file) onFile(file);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <div
      className={styles['zone']}
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <PageMessage isWholePage title={words.title} text={words.text}>
        <Button size="3" onClick={() => input.current?.click()}>
          <FolderOpen size={16} aria-hidden="true" />
          {words.choose}
        </Button>
      </PageMessage>
      <input
        ref={input}
        type="file"
        accept=".storyreel"
        aria-label={words.choose}
        tabIndex={-1}
        className={styles['input']}
        onChange={({ currentTarget }) => {
          take(currentTarget.files);
          currentTarget.value = '';
        }}
      />
      {note === null ? null : (
        <p className={styles['note']} data-failure={note.isFailure} role={note.isFailure ? 'alert' : 'status'}>
          {note.text}
        </p>
      )}
    </div>
  );
}
