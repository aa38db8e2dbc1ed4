import { Spinner } from '@radix-ui/themes';
import { useState } from 'react';
import { readFileHere } from '#data/file-here.ts';
import type { CharacterReference } from '#shared/entities/character-reference.ts';
import { Portrait } from '#widgets/portrait.tsx';
import { CharacterMenu } from './character-menu.tsx';
import styles from './characters-card.module.css';

type CharacterRowProps = { projectId: string; characters: readonly CharacterReference[]; isDemo: boolean };

/** The characters side by side, with the chosen one's description and options below. */
export function CharacterRow({ projectId, characters, isDemo }: CharacterRowProps) {
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [work, setWork] = useState<string | null>(null);
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
                <Portrait url={imageUrl} name={name} readHere={readFileHere} />
              </span>
              <span className={styles['name']}>{name}</span>
            </button>
          </li>
        ))}
      </ul>
      {chosen ? (
        <div className={styles['chosen']}>
          <p className={styles['description']}>{chosen.description}</p>
          <CharacterMenu
            key={chosen.id}
            projectId={projectId}
            character={chosen}
            place={characters.indexOf(chosen)}
            others={characters.filter(({ id }) => id !== chosen.id)}
            isDemo={isDemo}
            onWork={setWork}
          />
        </div>
      ) : null}
      <output className={styles['work']}>
        {work === null ? null : (
          <>
            <Spinner size="1" /> {work}
          </>
        )}
      </output>
    </>
  );
}
