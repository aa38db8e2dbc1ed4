/** Ready-made looks of texts. A preset keeps how a text is aligned, and how it comes and goes. Pure. */
import type { TextOverlay, TextStyle } from '#shared/entities/text-overlay.ts';
import { sameValue } from '#shared/rules/same-value.ts';

type Look = Pick<TextStyle, 'bold' | 'outline' | 'shadow' | 'box'>;
export type PresetId = 'plain' | 'title' | 'outline' | 'shadow' | 'box' | 'warm';
export type Preset = { id: PresetId; color: string; look: Look; fontSize?: number };

const WHITE = '#FFFFFF';

export const presets: readonly Preset[] = [
  { id: 'plain', color: WHITE, look: {} },
  { id: 'title', color: WHITE, look: { bold: true }, fontSize: 64 },
  { id: 'outline', color: WHITE, look: { outline: true } },
  { id: 'shadow', color: WHITE, look: { bold: true, shadow: true } },
  { id: 'box', color: WHITE, look: { box: true } },
  { id: 'warm', color: '#F4D9A8', look: { bold: true, shadow: true } },
];

export function withPreset(overlay: TextOverlay, { color, look, fontSize }: Preset): TextOverlay {
  const { align, fadeInSeconds, fadeOutSeconds } = overlay.style ?? {};
  return withStyle(
    { ...overlay, color, fontSize: fontSize ?? overlay.fontSize },
    { bold: false, outline: false, shadow: false, box: false, ...look, align, fadeInSeconds, fadeOutSeconds },
  );
}

export function isPreset(overlay: TextOverlay, preset: Preset): boolean {
  return sameValue(withPreset(overlay, preset), withStyle(overlay, {}));
}

type StyleChange = { [Field in keyof TextStyle]: TextStyle[Field] | undefined };

/** A text with some of its style changed; what is off is not kept. */
export function withStyle(overlay: TextOverlay, change: StyleChange): TextOverlay {
  const { style, ...rest } = overlay;
  const { bold, align, outline, shadow, box, fadeInSeconds, fadeOutSeconds } = { ...style, ...change };
  const next: TextStyle = {
    ...(bold ? { bold } : {}),
    ...(align && align !== 'center' ? { align } : {}),
    ...(outline ? { outline } : {}),
    ...(shadow ? { shadow } : {}),
    ...(box ? { box } : {}),
    ...(fadeInSeconds ? { fadeInSeconds } : {}),
    ...(fadeOutSeconds ? { fadeOutSeconds } : {}),
  };
  return Object.keys(next).length === 0 ? rest : { ...rest, style: next };
}
