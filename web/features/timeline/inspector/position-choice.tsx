import { SegmentedControl } from '@radix-ui/themes';
import { useId } from 'react';
import type { OverlayPosition } from '#shared/entities/text-overlay.ts';
import styles from './inspector.module.css';
import { NumberField } from './number-field.tsx';
import { isCustom, percentInFrame } from '#editor/overlay-form.ts';
import { textWords as words } from '../words.ts';

const places = [
  { id: 'top', name: words.places.top },
  { id: 'center', name: words.places.center },
  { id: 'bottom', name: words.places.bottom },
  { id: 'custom', name: words.places.custom },
] as const;

const PERCENT = { unit: '%', step: 1, decimals: 1, isLabelInside: true };

type PositionChoiceProps = {
  value: OverlayPosition;
  /** The text’s center now, in percent of the picture: a custom position starts there. */
  center: { x: number; y: number };
  onValue: (position: OverlayPosition) => void;
};

/** Where a text is: at one of three places, or anywhere, by its center in percent of the picture. */
export function PositionChoice({ value, center, onValue }: PositionChoiceProps) {
  const labelId = useId();
  const choose = (id: string): void => {
    const place = places.find((one) => one.id === id)?.id ?? 'center';
    onValue(place === 'custom' ? { x: percentInFrame(center.x), y: percentInFrame(center.y) } : place);
  };
  return (
    <div>
      <span className={styles['label']} id={labelId}>
        {words.position}
      </span>
      <SegmentedControl.Root
        className={styles['segmented'] ?? ''}
        size="1"
        value={isCustom(value) ? 'custom' : value}
        aria-labelledby={labelId}
        onValueChange={choose}
      >
        {places.map(({ id, name }) => (
          <SegmentedControl.Item key={id} value={id}>
            {name}
          </SegmentedControl.Item>
        ))}
      </SegmentedControl.Root>
      {isCustom(value) ? (
        <div className={styles['points']}>
          <NumberField
            label={words.x}
            value={value.x}
            format={PERCENT}
            onValue={(x) => onValue({ ...value, x: percentInFrame(x) })}
          />
          <NumberField
            label={words.y}
            value={value.y}
            format={PERCENT}
            onValue={(y) => onValue({ ...value, y: percentInFrame(y) })}
          />
        </div>
      ) : null}
    </div>
  );
}
