import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { centerOf, percentInFrame } from '#editor/overlay-form.ts';
import type { TextRef } from '#editor/session-store.ts';
import { overlayBox, type OverlayBox } from '#player/overlay-box.ts';
import type { TextOverlay } from '#shared/entities/text-overlay.ts';
import { limits } from '#shared/limits.ts';
import { usePreviewFonts } from '../stage/use-preview-fonts.ts';
import type { TimelineScope } from '../timeline-scope.ts';
import { scaledSize, snapText, type Guide } from './snap-text.ts';
import {
  changeHeld,
  chooseText,
  duplicateText,
  heldOf,
  holdText,
  letGoOfText,
  releaseText,
  removeText,
} from './text-acts.ts';
import { arrowStep, textCommand } from './text-keys.ts';
import styles from './text-layer.module.css';
import { pictureTextWords as words } from './text-words.ts';
import { TypedText } from './typed-text.tsx';

/** Of the element that says what keys a text has. */
export const KEYS_ID = 'text-on-picture-keys';

/** A press becomes a drag after so many pixels; until then it selects the text. */
const DRAG_PX = 3;
/** A drag catches on what is as near as this. */
const SNAP_PX = 8;
const SIZES = { min: limits.fontSizeMin, max: limits.fontSizeMax, step: limits.fontSizeStep };
const CORNERS = ['nw', 'ne', 'sw', 'se'] as const;

type Point = { x: number; y: number };
type Drag = { from: Point; center: Point; isMoving: boolean };

type HeldTextProps = {
  scope: TimelineScope;
  textRef: TextRef;
  text: TextOverlay;
  isChosen: boolean;
  guides: readonly Guide[] | null;
  onGuides: (guides: readonly Guide[] | null) => void;
};

/** One text on the picture: a press selects it, a drag or the arrow keys move it, its corners scale it, a double click types in it. */
export function HeldText({ scope, textRef, text, isChosen, guides, onGuides }: HeldTextProps) {
  const hasFonts = usePreviewFonts();
  const [isTyping, setTyping] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const drag = useRef<Drag | null>(null);
  const box = measured(text, scope.view.plan, hasFonts);
  const center = centerOf(box);
  const isHeld = heldOf(scope.mode, textRef) !== null;
  // Escape has given the change up: the pointer that is still down has nothing to move.
  useEffect(() => {
    if (isHeld || drag.current?.isMoving !== true) return;
    drag.current = null;
    onGuides(null);
  }, [isHeld, onGuides]);

  const grab = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0 || !event.isPrimary) return;
    const at = placeInPicture(event);
    if (!isChosen && !chooseText(scope, textRef)) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { from: { x: event.clientX, y: event.clientY }, center: minus(center, at.point), isMoving: false };
  };
  const move = (event: PointerEvent<HTMLElement>): void => {
    const held = drag.current;
    // A second finger on it moves nothing.
    if (held === null || !event.isPrimary) return;
    if (!held.isMoving && Math.hypot(event.clientX - held.from.x, event.clientY - held.from.y) < DRAG_PX) return;
    if (!held.isMoving && holdText(scope, textRef) === null) return stop();
    held.isMoving = true;
    const { point, percentPerPx } = placeInPicture(event);
    const wanted = { x: point.x + held.center.x, y: point.y + held.center.y };
    const reach = { x: SNAP_PX * percentPerPx.x, y: SNAP_PX * percentPerPx.y };
    const snapped = event.altKey ? { center: wanted, guides: [] } : snapText(wanted, box, reach);
    onGuides(snapped.guides);
    changeHeld(textRef, (now) => ({ ...now, position: inFrame(snapped.center) }));
  };
  const stop = (): void => {
    drag.current = null;
    onGuides(null);
  };
  const letGo = (): void => {
    const wasMoving = drag.current?.isMoving === true;
    stop();
    if (wasMoving) releaseText(textRef);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isChosen) return;
    const step = event.altKey ? null : arrowStep(event);
    const command = textCommand(event);
    if (step === null && command === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (step !== null && holdText(scope, textRef) !== null)
      changeHeld(textRef, (now) => ({ ...now, position: inFrame({ x: center.x + step.x, y: center.y + step.y }) }));
    if (command === 'type') setTyping(true);
    if (command === 'remove') void removeText(scope, textRef);
    if (command === 'duplicate') void duplicateText(scope, textRef, center);
    if (command === 'let-go') letGoOfText(textRef);
  };
  const style = { left: `${box.x}%`, top: `${box.y}%`, width: `${box.width}%`, height: `${box.height}%` };
  const endTyping = (isByKey: boolean): void => {
    releaseText(textRef);
    setTyping(false);
    if (isByKey) button.current?.focus();
  };
  return (
    <div className={styles['text']} style={style} data-chosen={isChosen}>
      <button
        ref={button}
        type="button"
        className={styles['box']}
        aria-label={words.box({ text: text.text })}
        aria-pressed={isChosen}
        aria-describedby={KEYS_ID}
        data-text-id={textRef.textId}
        data-text-scene={textRef.sceneId}
        onClick={() => chooseText(scope, textRef)}
        onDoubleClick={() => setTyping(true)}
        onKeyDown={onKeyDown}
        onKeyUp={(event) => arrowStep(event) && releaseText(textRef)}
        onBlur={() => drag.current === null && !isTyping && releaseText(textRef)}
        onPointerDown={grab}
        onPointerMove={move}
        onPointerUp={letGo}
        onPointerCancel={letGo}
      />
      {isTyping ? <TypedText scope={scope} textRef={textRef} text={text} onEnd={endTyping} /> : null}
      {isChosen && !isTyping
        ? CORNERS.map((corner) => (
            <Corner key={corner} corner={corner} scope={scope} textRef={textRef} text={text} box={box} />
          ))
        : null}
      {guides !== null && guides.length > 0 && isHeld ? (
        <span className={styles['tip']} aria-hidden="true">
          {[...new Set(guides.map(({ kind }) => words.met[kind]))].join(' · ')}
        </span>
      ) : null}
      {isHeld && !isTyping ? <output className={styles['spoken']}>{words.place(center)}</output> : null}
    </div>
  );
}

type CornerProps = Pick<HeldTextProps, 'scope' | 'textRef' | 'text'> & {
  corner: (typeof CORNERS)[number];
  box: OverlayBox;
};

/** For a pointer; keys have the size in the inspector. */
function Corner({ corner, scope, textRef, text, box }: CornerProps) {
  const from = useRef<{ size: number; distance: number } | null>(null);
  const distanceOf = (event: PointerEvent<HTMLElement>): number => {
    const { point, percentPerPx } = placeInPicture(event);
    const away = minus(point, centerOf(box));
    return Math.max(1, Math.hypot(away.x / percentPerPx.x, away.y / percentPerPx.y));
  };
  const letGo = (): void => {
    if (from.current !== null) releaseText(textRef);
    from.current = null;
  };
  return (
    <span
      className={styles['corner']}
      data-corner={corner}
      aria-hidden="true"
      // The text keeps the focus: losing it lets the text go.
      onMouseDown={(event) => event.preventDefault()}
      onPointerDown={(event) => {
        if (event.button !== 0 || holdText(scope, textRef) === null) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { size: text.fontSize, distance: distanceOf(event) };
      }}
      onPointerMove={(event) => {
        if (from.current === null) return;
        const { size, distance } = from.current;
        const fontSize = scaledSize(size, distanceOf(event) / distance, SIZES);
        changeHeld(textRef, (now) => ({ ...now, fontSize }));
      }}
      onPointerUp={letGo}
      onPointerCancel={letGo}
    />
  );
}

/** `hasFonts` is a parameter so that the box is measured again when the fonts have loaded. */
function measured(text: TextOverlay, picture: { width: number; height: number }, _hasFonts: boolean): OverlayBox {
  return overlayBox(text, picture);
}

function inFrame({ x, y }: Point): Point {
  return { x: percentInFrame(x), y: percentInFrame(y) };
}

function minus(a: Point, b: Point): Point {
  return { x: a.x - b.x, y: a.y - b.y };
}

/** Where the pointer is over the picture, in percent of it, and how much of that is a pixel. */
function placeInPicture(event: PointerEvent<HTMLElement>): { point: Point; percentPerPx: Point } {
  const layer = event.currentTarget.closest('fieldset')?.getBoundingClientRect();
  if (!layer) return { point: { x: 50, y: 50 }, percentPerPx: { x: 1, y: 1 } };
  const percentPerPx = { x: 100 / layer.width, y: 100 / layer.height };
  const point = {
    x: (event.clientX - layer.left) * percentPerPx.x,
    y: (event.clientY - layer.top) * percentPerPx.y,
  };
  return { point, percentPerPx };
}
