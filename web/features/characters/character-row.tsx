import { useState } from 'react';
import type { CharacterReference } from '#shared/entities/character-reference.ts';
import { PictureFrame } from '#widgets/picture-frame.tsx';
import styles from './characters-card.module.css';

/** The characters side by side, with the chosen one's description below. */
export function CharacterRow({ characters }: { characters: readonly CharacterReference[] }) {
  const [chosenId, setChosenId] = useState<string | null>(null);
  const chosen = characters.find(({ id }) => id === chosenId) ?? characters[0];
  return (
    <>
      <ul className={styles['row']}>
        {characters.map(({ id, name, imageUrl }) => (
          <li key={id}>
            <button
              type="button"
              className={styles['character']}
              aria-pressed={id === chosen?.id}
              onClick={() => setChosenId(id)}
            >
              <span className={styles['portrait']}>
                <PictureFrame url={imageUrl} title={name} />
              </span>
              <span className={styles['name']}>{name}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className={styles['description']}>{chosen?.description}</p>
    </>
  );
}
