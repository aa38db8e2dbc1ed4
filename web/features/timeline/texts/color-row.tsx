import { Pipette } from 'lucide-react';
import { useId } from 'react';
import { IconAction } from '#ui/icon-action.tsx';
import { textColors } from '../text-colors.ts';
import styles from './text-inspector.module.css';
import { chosenTextWords as words } from './text-words.ts';

declare global {
  /** Not in every browser. https://wicg.github.io/eyedropper-api/ */
  var EyeDropper: (new () => { open(): Promise<{ sRGBHex: string }> }) | undefined;
}

/** As many as fit beside the pickers. */
const swatches = textColors.slice(0, 5);

type ColorRowProps = { value: string; onHold: (color: string) => void; onRelease: () => void };

/** Five colors, the browser’s picker for any other, and one from the screen where the browser can take it. */
export function ColorRow({ value, onHold, onRelease }: ColorRowProps) {
  const id = useId();
  const chosen = value.toUpperCase();
  const choose = (color: string): void => {
    onHold(color.toUpperCase());
    onRelease();
  };
  const pick = async (): Promise<void> => {
    if (globalThis.EyeDropper === undefined) return;
    try {
      choose((await new globalThis.EyeDropper().open()).sRGBHex);
    } catch (error) {
      // Escape gives up picking.
      if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
    }
  };
  return (
    <fieldset className={styles['row']} aria-labelledby={id}>
      <span id={id} className={styles['label']}>
        {words.color}
      </span>
      <div className={styles['swatches']}>
        {swatches.map((swatch) => (
          <button
            key={swatch.value}
            type="button"
            style={{ background: swatch.value }}
            aria-label={swatch.name}
            aria-pressed={chosen === swatch.value}
            onClick={() => choose(swatch.value)}
          />
        ))}
        <input
          type="color"
          aria-label={words.ownColor}
          value={value}
          onChange={(event) => onHold(event.target.value.toUpperCase())}
          onBlur={onRelease}
        />
        {globalThis.EyeDropper === undefined ? null : (
          <IconAction label={words.pickColor} onClick={() => void pick()}>
            <Pipette size={16} />
          </IconAction>
        )}
      </div>
    </fieldset>
  );
}
