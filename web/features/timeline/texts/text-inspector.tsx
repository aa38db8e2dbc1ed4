import { AlignCenter, AlignLeft, AlignRight, Bold, Copy, Trash2, X } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useMemo, type ReactNode } from 'react';
import { centerOf, formTime, longestTime, percentInFrame, TIME_STEP_SECONDS } from '#editor/overlay-form.ts';
import { selectText, type TextRef } from '#editor/session-store.ts';
import { overlayBox } from '#player/overlay-box.ts';
import { textAlignSchema, type TextOverlay } from '#shared/entities/text-overlay.ts';
import { limits } from '#shared/limits.ts';
import { sameValue } from '#shared/rules/same-value.ts';
import { IconAction } from '#ui/icon-action.tsx';
import { Range } from '#ui/range.tsx';
import { NumberField } from '../inspector/number-field.tsx';
import { usePreviewFonts } from '../stage/use-preview-fonts.ts';
import type { Block } from '../strip/timeline-layout.ts';
import { useScope, useScopeNow } from '../timeline-scope.ts';
import { ColorRow } from './color-row.tsx';
import { PresetRow } from './preset-row.tsx';
import { withPreset, withStyle } from './presets.ts';
import { scaledSize } from './snap-text.ts';
import { changeHeld, duplicateText, editText, holdText, releaseText, removeText, savedText } from './text-acts.ts';
import styles from './text-inspector.module.css';
import { chosenTextWords as words } from './text-words.ts';

const SECONDS = { unit: 's', step: TIME_STEP_SECONDS, decimals: 1, isLabelInside: true };
const PERCENT = { unit: '%', step: 1, decimals: 1, isLabelInside: true };
const SIZES = { min: limits.fontSizeMin, max: limits.fontSizeMax, step: limits.fontSizeStep };
const alignIcons = { left: AlignLeft, center: AlignCenter, right: AlignRight } as const;

type Edit = (change: (text: TextOverlay) => TextOverlay) => void;

type TextInspectorProps = { textRef: TextRef; text: TextOverlay; block: Block };

/** What belongs to the chosen text. Every change is saved when it is let go; the picture and the lane show it before. */
export function TextInspector({ textRef, text, block }: TextInspectorProps) {
  const scope = useScope();
  usePreviewFonts();
  const center = centerOf(overlayBox(text, scope.view.plan));
  const { edit, hold, release } = useEdits(textRef);
  // What is left without losing the focus: a field that goes with its text.
  const leave = useEffectEvent(release);
  useEffect(() => () => leave(), []);
  const { startTime: start, endTime: end, fontSize, color, style } = text;
  const saved = savedText(scope, textRef);
  // What only moves looks the same.
  const looked = saved !== null && looksSame(saved, text) ? saved : text;
  return (
    <section className={styles['panel']} aria-label={words.label} data-sheet>
      <header className={styles['head']}>
        <h2>{words.heading}</h2>
        <span className={`${styles['about']} one-line numbers`}>
          {words.about({ number: block.sceneNumber, start, end })}
        </span>
        <IconAction label={words.duplicate} onClick={() => void duplicateText(scope, textRef, center)}>
          <Copy size={16} />
        </IconAction>
        <IconAction label={words.remove} onClick={() => void removeText(scope, textRef)}>
          <Trash2 size={16} />
        </IconAction>
        <IconAction label={words.close} className={styles['close'] ?? ''} onClick={() => selectText(null)}>
          <X size={16} />
        </IconAction>
      </header>
      <div className={styles['body']}>
        <textarea
          className={styles['words']}
          aria-label={words.text}
          rows={1}
          maxLength={limits.overlayTextLength}
          value={text.text}
          onChange={(event) => hold((now) => ({ ...now, text: event.target.value }))}
          onBlur={release}
        />
        <PresetRow text={looked} block={block} onPreset={(preset) => edit((now) => withPreset(now, preset))} />
        <SizeRow {...{ fontSize, hold, release, edit }} />
        <ColorRow value={color} onHold={(color) => hold((now) => ({ ...now, color }))} onRelease={release} />
        <LookRows style={style} edit={edit} />
        <Row label={words.fade}>
          <NumberField
            label={words.fadeIn}
            value={style?.fadeInSeconds ?? 0}
            format={SECONDS}
            onValue={(seconds) => edit((now) => withStyle(now, { fadeInSeconds: fadeTime(seconds) }))}
          />
          <NumberField
            label={words.fadeOut}
            value={style?.fadeOutSeconds ?? 0}
            format={SECONDS}
            onValue={(seconds) => edit((now) => withStyle(now, { fadeOutSeconds: fadeTime(seconds) }))}
          />
        </Row>
        <PlaceRows text={text} center={center} longest={longestTime(block.seconds)} edit={edit} />
      </div>
    </section>
  );
}

type Edits = { edit: Edit; hold: Edit; release: () => void };

/** The same functions for as long as the text is chosen: what it stands in is drawn with every move of a drag. */
function useEdits(textRef: TextRef): Edits {
  const now = useScopeNow();
  return useMemo(
    () => ({
      edit: (change) => now && editText(now(), textRef, change),
      hold: (change) => {
        if (now && holdText(now(), textRef) !== null) changeHeld(textRef, change);
      },
      release: () => releaseText(textRef),
    }),
    [now, textRef],
  );
}

function looksSame(one: TextOverlay, other: TextOverlay): boolean {
  const lookOf = ({ color, fontSize, style }: TextOverlay) => ({ color, fontSize, style });
  return sameValue(lookOf(one), lookOf(other));
}

function fadeTime(seconds: number): number {
  return formTime(seconds, limits.textFadeMaxSeconds);
}

type RowProps = { label: string; children: ReactNode };

function Row({ label, children }: RowProps) {
  const id = useId();
  return (
    <fieldset className={styles['row']} aria-labelledby={id}>
      <span id={id} className={styles['label']}>
        {label}
      </span>
      {children}
    </fieldset>
  );
}

type SizeRowProps = Edits & { fontSize: number };

function SizeRow({ fontSize, edit, hold, release }: SizeRowProps) {
  const sized = (wanted: number) => (now: TextOverlay) => ({ ...now, fontSize: scaledSize(wanted, 1, SIZES) });
  return (
    <Row label={words.size}>
      <Range
        aria-label={words.size}
        {...SIZES}
        value={fontSize}
        onValue={(wanted) => hold(sized(wanted))}
        onPointerUp={release}
        onKeyUp={release}
        onBlur={release}
      />
      <div className={styles['short']}>
        <NumberField
          label={words.sizeNumber}
          value={fontSize}
          format={{ unit: '', decimals: 0, step: limits.fontSizeStep, isNameHidden: true }}
          onValue={(wanted) => edit(sized(wanted))}
        />
      </div>
    </Row>
  );
}

type LookRowsProps = { style: TextOverlay['style']; edit: Edit };

function LookRows({ style, edit }: LookRowsProps) {
  const { align = 'center', bold = false } = style ?? {};
  return (
    <>
      <Row label={words.align}>
        <div className={styles['choices']}>
          {textAlignSchema.options.map((id) => {
            const Icon = alignIcons[id];
            return (
              <Choice
                key={id}
                name={words.aligned[id]}
                isOn={align === id}
                onPress={() => edit((now) => withStyle(now, { align: id }))}
              >
                <Icon size={16} aria-hidden="true" />
              </Choice>
            );
          })}
        </div>
        <div className={styles['choices']} data-single>
          <Choice name={words.bold} isOn={bold} onPress={() => edit((now) => withStyle(now, { bold: !bold }))}>
            <Bold size={16} aria-hidden="true" />
          </Choice>
        </div>
      </Row>
      <Row label={words.style}>
        <div className={styles['choices']} data-apart>
          {(['outline', 'shadow', 'box'] as const).map((id) => {
            const isOn = style?.[id] === true;
            return (
              <Choice key={id} name={null} isOn={isOn} onPress={() => edit((now) => withStyle(now, { [id]: !isOn }))}>
                {words.styles[id]}
              </Choice>
            );
          })}
        </div>
      </Row>
    </>
  );
}

type ChoiceProps = { name: string | null; isOn: boolean; onPress: () => void; children: ReactNode };

function Choice({ name, isOn, onPress, children }: ChoiceProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      {...(name !== null && { 'aria-label': name, title: name })}
      onClick={onPress}
    >
      {children}
    </button>
  );
}

type PlaceRowsProps = { text: TextOverlay; edit: Edit; center: { x: number; y: number }; longest: number };

function PlaceRows({ text, center, longest, edit }: PlaceRowsProps) {
  const place = (axis: 'x' | 'y', percent: number): void => {
    const now = { x: percentInFrame(center.x), y: percentInFrame(center.y) };
    edit((before) => ({ ...before, position: { ...now, [axis]: percentInFrame(percent) } }));
  };
  const { startTime, endTime } = text;
  return (
    <>
      <Row label={words.position}>
        <NumberField label={words.x} value={center.x} format={PERCENT} onValue={(x) => place('x', x)} />
        <NumberField label={words.y} value={center.y} format={PERCENT} onValue={(y) => place('y', y)} />
      </Row>
      <Row label={words.time}>
        <NumberField
          label={words.start}
          value={startTime}
          format={SECONDS}
          onValue={(time) =>
            edit((now) => ({
              ...now,
              startTime: Math.min(formTime(time, longest), formTime(endTime - TIME_STEP_SECONDS, longest)),
            }))
          }
        />
        <NumberField
          label={words.end}
          value={endTime}
          format={SECONDS}
          onValue={(time) =>
            edit((now) => ({
              ...now,
              endTime: Math.max(formTime(time, longest), formTime(startTime + TIME_STEP_SECONDS, longest)),
            }))
          }
        />
      </Row>
    </>
  );
}
