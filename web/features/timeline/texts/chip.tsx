import { memo, useEffect, useRef, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react';
import { centerOf, longestTime } from '#editor/overlay-form.ts';
import type { TextRef } from '#editor/session-store.ts';
import { overlayBox } from '#player/overlay-box.ts';
import { placeAt } from '#player/playhead.ts';
import { fpsNumber, usFromSeconds } from '#shared/movie/time.ts';
import { sameValue } from '#shared/rules/same-value.ts';
import { hideMark, showMark } from '../strip/drag-mark.ts';
import { nearestTarget, SNAP_PX, type SnapTarget } from '../strip/snap.ts';
import { pauseLefts, soundEnds } from '../strip/sound-ends.ts';
import { soundShapes } from '../strip/sound-shapes.ts';
import { clipSecondsAt, leftAtTime, leftInBlock, type Block } from '../strip/timeline-layout.ts';
import type { TextChip } from '../strip/timeline-marks.ts';
import { openText } from '../timeline-acts.ts';
import type { ScopeNow, TimelineScope } from '../timeline-scope.ts';
import { draggedTimes, type ChipPart, type Times } from './chip-times.ts';
import {
  changeHeld,
  chooseText,
  duplicateText,
  holdText,
  letGoOfText,
  releaseText,
  removeText,
  savedText,
  textNow,
} from './text-acts.ts';
import { arrowStep, textCommand } from './text-keys.ts';
import styles from './text-lane.module.css';
import { chipWords as words } from './text-words.ts';

/** Of the element that says what keys a chip has. */
export const CHIP_KEYS_ID = 'text-chip-keys';

/** A press becomes a drag after so many pixels; until then it selects the text. */
const DRAG_PX = 3;

type Drag = { x: number; lanePx: number; part: ChipPart; times: Times | null; targets: readonly SnapTarget[] };

type ChipProps = { now: ScopeNow; chip: TextChip; style: CSSProperties; isChosen: boolean; isHeld: boolean };

/**
 * A text in its lane. A drag moves it in time, its ends stretch it; so do the arrow keys. With every move the lane is drawn,
 * and of its texts those that it changes.
 */
export const Chip = memo(({ now, chip, style, isChosen, isHeld }: ChipProps) => {
  const drag = useRef<Drag | null>(null);
  const blockNow = (): Block | undefined => now().view.layout.byScene.get(chip.sceneId);
  const ref: TextRef = { sceneId: chip.sceneId, textId: chip.id ?? '' };
  const choose = (): void => {
    // What is drawn may be older than the text's id, which a new text gets when it's saved.
    const row = now().rows.find(({ id }) => id === chip.sceneId);
    const textId = chip.id ?? row?.textOverlays[chip.index]?.id;
    if (textId === undefined) openText(now(), chip.sceneId, chip.index);
    else chooseText(now(), { sceneId: chip.sceneId, textId });
  };
  const stop = (): void => {
    drag.current = null;
    hideMark();
  };
  // Escape has given the change up: the pointer that is still down has nothing to move.
  useEffect(() => {
    if (isHeld || drag.current?.times == null) return;
    drag.current = null;
    hideMark();
  }, [isHeld]);

  const grab = (event: PointerEvent<HTMLElement>): void => {
    const lane = event.currentTarget.closest(`.${styles['texts'] ?? ''}`)?.getBoundingClientRect();
    if (!lane || event.button !== 0 || !event.isPrimary) return;
    // A finger moves a chip only once it is selected: else it scrolls.
    if (event.pointerType === 'touch' && !isChosen) return;
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    const part = partOf(event.target);
    drag.current = { x: event.clientX, lanePx: lane.width, part, times: null, targets: [] };
  };
  const move = (event: PointerEvent<HTMLElement>): void => {
    const [held, block] = [drag.current, blockNow()];
    if (held === null || !block || !event.isPrimary) return;
    if (held.times === null) {
      if (Math.abs(event.clientX - held.x) < DRAG_PX) return;
      if (!isChosen && !chooseText(now(), ref)) return stop();
      const text = holdText(now(), ref);
      if (text === null) return stop();
      held.times = { startTime: text.startTime, endTime: text.endTime };
      held.targets = targetsOf(now(), block, ref);
    }
    const by = (event.clientX - held.x) / held.lanePx;
    dragTo(held, { block, ref, percent: by * 100, isFree: event.altKey });
  };
  const letGo = (): void => {
    const wasDragged = drag.current?.times != null;
    stop();
    if (wasDragged) releaseText(ref);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const [scope, block] = [now(), blockNow()];
    if (!isChosen || !block) return;
    const [step, command] = [arrowStep(event), textCommand(event)];
    if ((step === null || step.x === 0) && command === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (step !== null && holdText(scope, ref) !== null) {
      const longest = longestTime(block.seconds);
      changeHeld(ref, (now) => ({
        ...now,
        ...draggedTimes(now, event.altKey ? 'end' : 'whole', step.x / 10, longest),
      }));
    }
    const text = textNow(scope, ref);
    if (command === 'type') openText(scope, ref.sceneId, chip.index);
    if (command === 'remove') void removeText(scope, ref);
    if (command === 'duplicate' && text) void duplicateText(scope, ref, centerOf(overlayBox(text, scope.view.plan)));
    if (command === 'let-go') letGoOfText(ref);
  };
  return (
    <button
      type="button"
      className={styles['chip']}
      style={style}
      aria-label={words.name({ text: chip.text, number: chip.sceneNumber })}
      aria-describedby={CHIP_KEYS_ID}
      aria-pressed={isChosen}
      data-text-id={chip.id}
      data-text-scene={chip.sceneId}
      onClick={choose}
      onDoubleClick={() => openText(now(), chip.sceneId, chip.index)}
      onKeyDown={onKeyDown}
      onKeyUp={(event) => arrowStep(event) && releaseText(ref)}
      onBlur={() => drag.current === null && releaseText(ref)}
      onPointerDown={grab}
      onPointerMove={move}
      onPointerUp={letGo}
      onPointerCancel={letGo}
    >
      {isChosen ? <i data-part="start" /> : null}
      <span>{chip.text}</span>
      {isChosen ? <i data-part="end" /> : null}
    </button>
  );
}, sameValue);

function partOf(target: EventTarget): ChipPart {
  const part = target instanceof HTMLElement ? target.dataset['part'] : undefined;
  return part === 'start' || part === 'end' ? part : 'whole';
}

type Wanted = { block: Block; ref: TextRef; percent: number; isFree: boolean };

function dragTo({ times, part, lanePx, targets }: Drag, { block, ref, percent, isFree }: Wanted): void {
  if (times === null) return;
  const lead = part === 'end' ? times.endTime : times.startTime;
  const left = leftOf(block, lead) + percent;
  const reach = (SNAP_PX / lanePx) * 100;
  // The whole chip catches by whichever of its ends is nearer.
  const other = part === 'whole' ? leftOf(block, times.endTime) + percent : null;
  const met = isFree ? null : nearestTarget(left, targets, reach);
  const metByEnd = isFree || met !== null || other === null ? null : nearestTarget(other, targets, reach);
  const shift = met ? met.left - left : metByEnd && other !== null ? metByEnd.left - other : 0;
  const by = clipSecondsAt(block, ((left + shift - block.left) / block.width) * 100) - lead;
  const moved = draggedTimes(times, part, by, longestTime(block.seconds));
  changeHeld(ref, (now) => ({ ...now, ...moved }));
  const tip = words.tip({ start: moved.startTime, end: moved.endTime });
  const caught = met ?? metByEnd;
  const stands = leftOf(block, part === 'end' || metByEnd ? moved.endTime : moved.startTime);
  // A limit, or the step of a tenth, may keep it from where it would snap.
  const isMet = caught !== null && (Math.abs(stands - caught.left) / 100) * lanePx < SNAP_PX;
  showMark({
    left: stands,
    tip: isMet ? words.snapped({ tip, met: caught.met }) : tip,
    isSnapped: isMet,
  });
}

function leftOf(block: Block, seconds: number): number {
  return block.left + (leftInBlock(block, seconds) * block.width) / 100;
}

function targetsOf(scope: TimelineScope, block: Block, ref: TextRef): SnapTarget[] {
  const { player, view, rows } = scope;
  const place = player ? placeAt(view.played, player.now()) : null;
  const own = savedText(scope, ref);
  const texts = rows.find(({ id }) => id === ref.sceneId)?.textOverlays.filter((text) => text !== own) ?? [];
  const at = (seconds: number, met: string): SnapTarget => ({ left: leftOf(block, seconds), met });
  const isHere = place !== null && place.scene.sceneId === block.sceneId;
  return [
    ...(isHere ? [at(place.clipFrame / fpsNumber(place.scene.clip.fps), words.playhead)] : []),
    at(0, words.sceneStart),
    at(block.seconds, words.sceneEnd),
    ...texts.flatMap(({ startTime, endTime, text }) => [
      at(startTime, words.other({ text })),
      at(endTime, words.other({ text })),
    ]),
    ...soundEnds(view.played, scope.audio).map(({ seconds, name }) => ({
      left: leftAtTime(view.layout, view.played, usFromSeconds(seconds)),
      met: words.other({ text: name }),
    })),
    ...pauseLefts(block, block.planned ? soundShapes.shapes.getState()[block.planned.clip.sha256] : undefined).map(
      (left) => ({ left, met: words.pause }),
    ),
  ];
}
