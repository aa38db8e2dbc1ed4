import { useEffect, useId, useRef } from 'react';
import { drawTextSample } from '#player/text-sample.ts';
import type { TextOverlay } from '#shared/entities/text-overlay.ts';
import { usePreviewFonts } from '../stage/use-preview-fonts.ts';
import { useClipFrame } from '../stage/use-clip-frame.ts';
import type { Block } from '../strip/timeline-layout.ts';
import { isPreset, presets, type Preset } from './presets.ts';
import styles from './text-inspector.module.css';
import { chosenTextWords as words } from './text-words.ts';

/** Pixels of a preset on a dense screen. */
const FRAME = { width: 84, height: 72 };
/** Of a letter as high as half of that. */
const SAMPLE_SIZE = 280;

type PresetRowProps = { text: TextOverlay; block: Block; onPreset: (preset: Preset) => void };

/** Six looks, each on a frame of the text’s scene. */
export function PresetRow({ text, block, onPreset }: PresetRowProps) {
  const id = useId();
  const fps = block.planned?.clip.fps ?? { num: 24, den: 1 };
  const frame = Math.floor((text.startTime * fps.num) / fps.den);
  const picture = useClipFrame(block.planned, Math.min(frame, (block.planned?.clip.frameCount ?? 1) - 1));
  return (
    <fieldset aria-labelledby={id}>
      <span id={id} className={styles['label']}>
        {words.presets}
      </span>
      <div className={styles['presets']}>
        {presets.map((preset) => (
          <button
            key={preset.id}
            type="button"
            aria-label={words.presetNames[preset.id]}
            title={words.presetNames[preset.id]}
            aria-pressed={isPreset(text, preset)}
            style={picture === null ? undefined : { backgroundImage: `url("${picture}")` }}
            onClick={() => onPreset(preset)}
          >
            <Sample preset={preset} />
          </button>
        ))}
      </div>
    </fieldset>
  );
}

/** Drawn as it will look. */
function Sample({ preset }: { preset: Preset }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const hasFonts = usePreviewFonts();
  useEffect(() => {
    if (canvas.current === null) return;
    const fontSize = preset.id === 'title' ? SAMPLE_SIZE * 1.3 : SAMPLE_SIZE;
    drawTextSample(canvas.current, { text: words.sample, fontSize, color: preset.color, style: preset.look });
  }, [preset, hasFonts]);
  return <canvas ref={canvas} {...FRAME} aria-hidden="true" />;
}
