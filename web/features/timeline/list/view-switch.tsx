import { SegmentedControl } from '@radix-ui/themes';
import { Film, ListVideo } from 'lucide-react';
import { prefer } from '#editor/preferences.ts';
import type { Preferences } from '#data/tables/preferences.ts';
import { QuietButton } from '#ui/quiet-button.tsx';
import { useNarrow } from '../use-narrow.ts';
import styles from './view-switch.module.css';
import { viewWords as words } from './list-words.ts';

type View = Preferences['timelineView'];
const views: readonly View[] = ['lanes', 'list'];

/** Lanes or a list; the choice is kept for the person. */
export function ViewSwitch({ view }: { view: View }) {
  const choose = (name: string): void => {
    const timelineView = views.find((one) => one === name) ?? 'lanes';
    prefer({ timelineView }).catch((error: unknown) => console.warn('The choice of a view was not kept.', error));
  };
  // One tool among the others: what a press leads to.
  if (useNarrow()) {
    const other = view === 'lanes' ? 'list' : 'lanes';
    return (
      <QuietButton size="2" onClick={() => choose(other)}>
        {other === 'list' ? <ListVideo size={16} aria-hidden="true" /> : <Film size={16} aria-hidden="true" />}
        {words[other]}
      </QuietButton>
    );
  }
  return (
    <SegmentedControl.Root
      className={styles['switch'] ?? ''}
      size="1"
      value={view}
      aria-label={words.label}
      onValueChange={choose}
    >
      {views.map((one) => (
        <SegmentedControl.Item key={one} value={one}>
          {words[one]}
        </SegmentedControl.Item>
      ))}
    </SegmentedControl.Root>
  );
}
