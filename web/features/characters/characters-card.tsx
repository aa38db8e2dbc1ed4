import { SegmentedControl, Spinner } from '@radix-ui/themes';
import { RotateCw, UserRound } from 'lucide-react';
import { useState } from 'react';
import type { Project } from '#shared/entities/project.ts';
import { limits } from '#shared/limits.ts';
import { RailSection } from '#ui/rail-section.tsx';
import { RefusableButton } from '#ui/refusable-button.tsx';
import { useRefusals } from '#widgets/use-refusals.ts';
import { CharacterRow } from './character-row.tsx';
import { characterCost, referencesNote } from './character-notes.ts';
import styles from './characters-card.module.css';
import { makeCharacters } from './make-characters.ts';
import { characterWords as words } from './words.ts';

const counts = ['1', '2', '3'] as const;

/** The movie's characters: every scene that names one gets the same description and picture. */
export function CharactersCard({ project, isDemo }: { project: Project; isDemo: boolean }) {
  const [wanted, setWanted] = useState<number>(limits.charactersPerProject);
  const [isBusy, setIsBusy] = useState(false);
  const { ai } = useRefusals();
  const { id, characterReferences, model } = project;
  const hasCharacters = characterReferences.length > 0;
  const make = async (): Promise<void> => {
    setIsBusy(true);
    await makeCharacters(id, wanted);
    setIsBusy(false);
  };
  return (
    <RailSection title={words.title}>
      {hasCharacters ? (
        <CharacterRow characters={characterReferences} />
      ) : (
        <p className={styles['empty']}>{words.empty}</p>
      )}
      <div className={styles['controls']}>
        <SegmentedControl.Root
          size="1"
          value={String(wanted)}
          aria-label={words.count}
          onValueChange={(value) => setWanted(Number(value))}
        >
          {counts.map((count) => (
            <SegmentedControl.Item key={count} value={count}>
              {count}
            </SegmentedControl.Item>
          ))}
        </SegmentedControl.Root>
        <RefusableButton isQuiet size="1" disabled={isBusy} refusal={ai?.sentence ?? null} onPress={() => void make()}>
          {isBusy ? (
            <Spinner size="1" />
          ) : hasCharacters ? (
            <RotateCw size={14} aria-hidden="true" />
          ) : (
            <UserRound size={14} aria-hidden="true" />
          )}
          {isBusy ? words.generating : hasCharacters ? words.generateAgain : words.generate}
        </RefusableButton>
      </div>
      <p className={styles['fine']}>
        {characterCost(wanted, isDemo)} {hasCharacters ? words.replaces : null} {referencesNote(model)}
      </p>
    </RailSection>
  );
}
