/** What is said around a chosen text: on the picture, in its lane, and beside both. */
import { uiWords } from '#ui/words.ts';

export const chosenTextWords = {
  heading: 'Text',
  label: 'Selected text',
  about: ({ number, start, end }: { number: number; start: number; end: number }) =>
    `Scene ${number} · ${start.toFixed(1)} to ${end.toFixed(1)} s`,
  text: 'Text',
  duplicate: 'Duplicate text',
  remove: 'Delete text',
  close: uiWords.close,
  presets: 'Presets',
  /** Of letters, on a preset. */
  sample: 'Aa',
  presetNames: { plain: 'Plain', title: 'Title', outline: 'Outline', shadow: 'Shadow', box: 'Box', warm: 'Warm' },
  size: 'Size',
  sizeNumber: 'Size in pixels',
  color: 'Color',
  ownColor: 'Another color',
  pickColor: 'Pick a color from the screen',
  align: 'Align',
  aligned: { left: 'Align left', center: 'Align center', right: 'Align right' },
  bold: 'Bold',
  style: 'Style',
  styles: { outline: 'Outline', shadow: 'Shadow', box: 'Box' },
  fade: 'Fade',
  fadeIn: 'In',
  fadeOut: 'Out',
  position: 'Position',
  x: 'X',
  y: 'Y',
  time: 'Time',
  start: 'Start',
  end: 'End',
  copyFailed: 'Couldn’t duplicate the text',
  duplicated: 'Text duplicated',
} as const;

export const pictureTextWords = {
  texts: 'Texts on the picture',
  box: ({ text }: { text: string }) => `Text “${text}” on the picture`,
  keys: 'Arrow keys move it, Shift moves it farther. Enter types in it, Delete deletes it, Escape lets it go.',
  typing: 'Text on the picture',
  place: ({ x, y }: { x: number; y: number }) => `${x.toFixed(1)} % from the left, ${y.toFixed(1)} % from the top`,
  size: ({ size }: { size: number }) => `Size ${size}`,
  met: { center: 'Centered', third: 'On the third', safe: 'At the safe area' },
} as const;

export const chipWords = {
  name: ({ text, number }: { text: string; number: number }) => `Edit text “${text}” on scene ${number}`,
  keys: 'Arrow keys move it in time, with Alt its end. Enter opens it, Delete deletes it.',
  tip: ({ start, end }: { start: number; end: number }) => `${start.toFixed(1)} to ${end.toFixed(1)} s`,
  snapped: ({ tip, met }: { tip: string; met: string }) => `${tip}, snapped to ${met}`,
  playhead: 'the playhead',
  sceneStart: 'the start of the scene',
  sceneEnd: 'the end of the scene',
  pause: 'a pause in the sound',
  other: ({ text }: { text: string }) => `“${text}”`,
} as const;
