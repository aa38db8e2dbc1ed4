import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import { overlayBox } from '#player/overlay-box.ts';
import type { TextOverlay } from '#shared/entities/text-overlay.ts';
import { centerOf, percentInFrame } from '#editor/overlay-form.ts';
import styles from './player-stage.module.css';
import { usePreviewFonts } from './use-preview-fonts.ts';
import { textWords } from '../words.ts';

type TextBoxProps = {
  overlay: TextOverlay;
  picture: { width: number; height: number };
  onMove: (position: { x: number; y: number }) => void;
};

/** A frame around the text that is being edited. Dragging it or the arrow keys give it a custom position. */
export function TextBox({ overlay, picture, onMove }: TextBoxProps) {
  const hasFonts = usePreviewFonts();
  const [grip, setGrip] = useState<{ x: number; y: number } | null>(null);
  const box = measured(overlay, picture, hasFonts);
  const center = centerOf(box);
  const moveBy = (x: number, y: number): void =>
    onMove({ x: percentInFrame(center.x + x), y: percentInFrame(center.y + y) });
  const onKeyDown = (event: KeyboardEvent): void => {
    const [x, y] = stepOf(event.key);
    if (x === 0 && y === 0) return;
    event.preventDefault();
    moveBy(x, y);
  };
  return (
    <>
      <i className={styles['margin']} aria-hidden="true" />
      <button
        type="button"
        className={styles['textBox']}
        style={{ left: `${box.x}%`, top: `${box.y}%`, width: `${box.width}%`, height: `${box.height}%` }}
        data-player-keys
        aria-label={textWords.move}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          const at = placeInPicture(event);
          event.currentTarget.setPointerCapture(event.pointerId);
          setGrip({ x: center.x - at.x, y: center.y - at.y });
        }}
        onPointerMove={(event) => {
          if (grip === null) return;
          const at = placeInPicture(event);
          onMove({ x: percentInFrame(at.x + grip.x), y: percentInFrame(at.y + grip.y) });
        }}
        onPointerUp={() => setGrip(null)}
        onPointerCancel={() => setGrip(null)}
      />
    </>
  );
}

/** `hasFonts` is a parameter so that the box is measured again when the fonts have loaded. */
function measured(overlay: TextOverlay, picture: TextBoxProps['picture'], _hasFonts: boolean) {
  return overlayBox(overlay, picture);
}

/** Percent of the picture under the pointer. */
function placeInPicture(event: PointerEvent<HTMLElement>): { x: number; y: number } {
  const picture = event.currentTarget.parentElement?.getBoundingClientRect();
  if (!picture) return { x: 50, y: 50 };
  return {
    x: ((event.clientX - picture.left) / picture.width) * 100,
    y: ((event.clientY - picture.top) / picture.height) * 100,
  };
}

function stepOf(key: string): [x: number, y: number] {
  if (key === 'ArrowLeft') return [-1, 0];
  if (key === 'ArrowRight') return [1, 0];
  if (key === 'ArrowUp') return [0, -1];
  return key === 'ArrowDown' ? [0, 1] : [0, 0];
}
