import { SegmentedControl, Spinner } from '@radix-ui/themes';
import { RotateCw, UserRound, UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { useSpending } from '#api/queries/spending.ts';
import type { Project } from '#shared/entities/project.ts';
import { limits } from '#shared/limits.ts';
import { RailSection } from '#ui/rail-section.tsx';
import { RefusableButton } from '#ui/refusable-button.tsx';
import { useRefusals } from '#widgets/use-refusals.ts';
import { CharacterRow } from './character-row.tsx';
import { capNote, characterCost, fewerNote, referencesNote } from './character-notes.ts';
import styles from './characters-card.module.css';
import { makeCharacters } from './make-characters.ts';
import { characterWords as words, restWords } from './words.ts';

const counts = ['1', '2', '3'] as const;

/** The movie's characters: every scene that names one gets the same description and picture. */
export function CharactersCard({ project, isDemo }: { project: Project; isDemo: boolean }) {
  const [wanted, setWanted] = useState<number>(limits.charactersPerProject);
  /** How many the last request was for. */
  const [asked, setAsked] = useState<number | null>(null);
  const [busy, setBusy] = useState<'all' | 'rest' | null>(null);
  const { spending } = useSpending();
  const { ai } = useRefusals();
  const { id, characterReferences, model } = project;
  const hasCharacters = characterReferences.length > 0;
  const missing = hasCharacters ? wanted - characterReferences.length : 0;
  const make = async (what: 'all' | 'rest'): Promise<void> => {
    setBusy(what);
    if (await makeCharacters(id, { maxCharacters: wanted, keep: what === 'rest', before: characterReferences.length }))
      setAsked(wanted);
    setBusy(null);
  };
  const refusal = ai?.sentence ?? null;
  const fewer = fewerNote(characterReferences, asked);
  return (
    <RailSection title={words.title}>
      {hasCharacters ? (
        <CharacterRow projectId={id} characters={characterReferences} isDemo={isDemo} />
      ) : (
        <p className={styles['empty']}>{words.empty}</p>
      )}
      <output className={styles['fewer']}>{fewer}</output>
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
        {missing > 0 ? (
          <RefusableButton
            isQuiet
            size="1"
            disabled={busy !== null}
            refusal={refusal}
            onPress={() => void make('rest')}
          >
            {busy === 'rest' ? <Spinner size="1" /> : <UserRoundPlus size={14} aria-hidden="true" />}
            {busy === 'rest' ? words.generating : restWords.more({ count: missing })}
          </RefusableButton>
        ) : null}
        <RefusableButton isQuiet size="1" disabled={busy !== null} refusal={refusal} onPress={() => void make('all')}>
          {busy === 'all' ? (
            <Spinner size="1" />
          ) : hasCharacters ? (
            <RotateCw size={14} aria-hidden="true" />
          ) : (
            <UserRound size={14} aria-hidden="true" />
          )}
          {busy === 'all' ? words.generating : hasCharacters ? words.generateAgain : words.generate}
        </RefusableButton>
      </div>
      <p className={`${styles['fine']} numbers`}>
        {characterCost(wanted, isDemo)} {hasCharacters ? words.replaces : null} {capNote(wanted, isDemo, spending)}{' '}
        {referencesNote(model)}
      </p>
    </RailSection>
  );
}
