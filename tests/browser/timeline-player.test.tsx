/** The timeline's player: transport, keys, fullscreen, trimming, and what it says where there is nothing to play. */
import { describe, expect, test } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import {
  block,
  boxOf,
  button,
  choose,
  hand,
  middleOf,
  openTimeline,
  playhead,
  saved,
  timelineOfTests,
  until,
} from './timeline-page.tsx';

timelineOfTests();

const timecode = async (text: string): Promise<void> => {
  await expect.element(page.getByText(new RegExp(`^${text} /`))).toBeVisible();
};
const isPlaying = async (wanted: boolean): Promise<void> => {
  await expect.element(button(wanted ? 'Pause' : 'Play')).toBeVisible();
};
const isCurrent = async (number: number): Promise<void> => {
  await expect.element(block(number)).toHaveAttribute('aria-current', 'true');
};
const inspector = (): Locator => page.getByRole('region', { name: 'Selected scene' });
const volume = (): Locator => page.getByRole('slider', { name: 'Volume' }).first();
const times = (count: number, key: string): string[] => Array.from({ length: count }, () => key);
/** Seconds of the clip at which the picture that is shown stands. */
const shownSeconds = (): number =>
  Number(document.querySelector('canvas[data-clip-frame]')?.getAttribute('data-clip-frame')) / 24;

/** With the player ready, and the focus on the playhead. */
async function openPlayer(...planted: Parameters<typeof openTimeline>): Promise<void> {
  await openTimeline(...planted);
  await isPlaying(false);
  hand.focus(playhead());
}

describe('without anything to play', () => {
  const unmade = { status: 'pending', sha256: null, videoUrl: null, frameCount: null } as const;

  test('it says what will be there, offers the next step, and no tool that needs a scene that plays', async () => {
    await openTimeline({ scenes: [unmade, unmade] });
    await expect.element(page.getByRole('heading', { name: 'Nothing to play yet' })).toBeVisible();
    const basic =
      'This timeline editor is a basic demonstration. For finishing work, download the scenes and use your own editor.';
    await expect.element(page.getByText(basic)).toBeVisible();
    await button('Download All').click();
    await until.told('No videos available', 'Generate videos before downloading');
    await expect.element(page.getByRole('link', { name: 'Open the Scene Editor' })).toBeVisible();
    for (const name of ['Split', 'Trim mode', 'Add Text', 'Add music']) expect(button(name).elements()).toEqual([]);
  });

  test('a scene without a clip says why', async () => {
    await openTimeline({ scenes: [{}, { ...unmade, status: 'failed' }] });
    await expect.element(block(1)).toHaveAccessibleName(/, 0:08$/);
    await expect.element(block(2)).toHaveAccessibleName(/, failed$/);
    await expect.element(block(2)).toHaveTextContent('Failed');
    await choose(2);
    await expect.element(inspector().getByText('Failed', { exact: true })).toBeVisible();
    await expect.element(inspector()).toHaveTextContent('once it has a clip');
  });

  test('clips that are not on this device are named, and so is what helps', async () => {
    await openTimeline({ isHere: false });
    await expect.element(block(1)).toHaveAccessibleName(/not on this device$/);
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent(
        'Couldn’t load the clip of scene 1, and it isn’t on this device. Check your connection, then play it again.',
      );
  });
});

describe('keys and buttons', () => {
  test('nothing is selected before something has been played or chosen', async () => {
    await openPlayer();
    await expect.element(inspector()).toHaveTextContent('Play or select a scene');
    await button('Trim mode').click();
    await until.told('No scene selected', 'Play a scene to enable trim mode');
    await button('Add Text').click();
    await until.told('No scene selected', 'Play a scene to add text');
  });

  test('next and previous go from scene to scene, and the address keeps the selected one', async () => {
    await openPlayer();
    await button('Next scene').click();
    await isCurrent(2);
    expect(location.search).toMatch(/[?&]scene=/);
    await expect.element(inspector().getByRole('heading', { name: 'Scene 2', exact: true })).toBeVisible();
    await button('Previous scene').click();
    await isCurrent(1);
    await timecode('0:00:00');
  });

  test('Space and K play and pause; J and L play backward and twice as fast, and the transport says so', async () => {
    await openPlayer();
    await hand.press('Space');
    await isPlaying(true);
    await hand.press('k');
    await isPlaying(false);
    await hand.press('ArrowDown', 'ArrowDown', 'l', 'l');
    await expect.element(page.getByLabelText('Playing forward at 2× speed, without sound')).toHaveTextContent('2×');
    await isPlaying(true);
    await hand.press('j', 'j', 'j');
    await expect.element(page.getByLabelText('Playing backward at 4× speed, without sound')).toHaveTextContent('−4×');
    await hand.press('k');
    await isPlaying(false);
    expect(page.getByLabelText(/Playing (forward|backward)/).elements()).toEqual([]);
  });

  test('arrows step by frames and seconds, Home and End go to the ends', async () => {
    await openPlayer();
    await hand.press('Home', 'ArrowRight', 'ArrowRight');
    await timecode('0:00:02');
    await hand.press('Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowLeft', 'ArrowLeft');
    await timecode('0:01:01');
    await hand.press('End');
    await expect.element(playhead()).toHaveAttribute('aria-valuetext', '0:31:23');
  });

  test('after a press on a scene Space plays it and arrows step in it; Enter chooses it', async () => {
    await openPlayer();
    await choose(2);
    await expect.element(block(2)).toHaveFocus();
    await hand.press('ArrowRight');
    await timecode('0:08:01');
    await hand.press('Space');
    await isPlaying(true);
    await hand.press('Space');
    await isPlaying(false);
    await hand.press('Home');
    await timecode('0:00:00');
    hand.focus(block(3));
    await hand.press('Enter');
    await isCurrent(3);
    await expect.element(inspector().getByRole('heading', { name: 'Scene 3', exact: true })).toBeVisible();
  });

  test('a control keeps the keys that it uses itself, and leaves the others to the player', async () => {
    await openPlayer();
    hand.focus(volume());
    await hand.press('Space');
    await isPlaying(true);
    await hand.press('k', 'Home');
    await expect.element(volume()).toHaveValue('0');
    await hand.press('End');
    hand.focus(button('Mute'));
    await hand.press('Home', 'ArrowRight');
    await timecode('0:00:01');
    await hand.press('Space');
    await expect.element(button('Unmute')).toHaveFocus();
    await isPlaying(false);
    await hand.press('Space');
    await expect.element(volume()).toHaveValue('1');
  });

  test('volume goes from 0 to 1 in tenths; M mutes', async () => {
    await openPlayer();
    for (const [name, value] of Object.entries({ min: '0', max: '1', step: '0.1' }))
      await expect.element(volume()).toHaveAttribute(name, value);
    hand.focus(volume());
    await hand.press('ArrowLeft');
    await expect.element(volume()).toHaveValue('0.9');
    await hand.press('m');
    await expect.element(button('Unmute')).toBeVisible();
    await expect.element(volume()).toHaveValue('0');
    await button('Unmute').click();
    await expect.element(volume()).toHaveValue('0.9');
  });

  test('at the end of a scene the next one plays, and the clock never goes back; at the last it returns to the first', async () => {
    await openPlayer({ scenes: [{ transition: { kind: 'crossfade', seconds: 1, sound: true } }, {}] });
    const shown: string[] = [];
    const clock = page.getByText(/^\d+:\d\d:\d\d \//).element();
    const watching = new MutationObserver(() => shown.push(clock.textContent));
    watching.observe(clock, { subtree: true, characterData: true, childList: true });
    await hand.press('ArrowDown', ...times(6, 'ArrowLeft'));
    await isCurrent(1);
    await expect.poll(() => shown.at(-1)).toMatch(/^0:0[67]:/);
    shown.length = 0;
    await hand.press('Space');
    await isCurrent(2);
    await hand.press('Space');
    watching.disconnect();
    expect(shown).toEqual(shown.toSorted());
    await hand.press('End', ...times(6, 'ArrowLeft'), 'Space');
    await isPlaying(true);
    await isPlaying(false);
    await timecode('0:00:00');
  });

  test('fullscreen shows the picture with controls that come with the pointer, and go', async () => {
    await openPlayer();
    await button('Fullscreen').click();
    await expect.poll(() => document.fullscreenElement?.querySelector('canvas') ?? null).not.toBeNull();
    const screen = page.elementLocator(document.fullscreenElement ?? document.body);
    await screen.getByRole('slider', { name: 'Position in the movie' }).fill('9');
    const controls = () => document.fullscreenElement?.querySelector('[data-shown]')?.getAttribute('data-shown');
    await expect.poll(() => document.fullscreenElement?.textContent).toMatch(/0:09 \/ /);
    await hand.do([{ move: { x: 500, y: 300 } }, { down: 'left' }, { up: 'left' }]);
    await expect.poll(controls).toBe('false');
    await hand.do([{ move: { x: 520, y: 320 } }]);
    await expect.poll(controls).toBe('true');
    await screen.getByRole('button', { name: 'Mute', exact: true }).click();
    await screen.getByRole('slider', { name: 'Volume' }).fill('0.8');
    await until.seen(screen.getByRole('button', { name: 'Mute', exact: true }));
    await hand.press('k');
    await until.seen(screen.getByRole('button', { name: 'Play', exact: true }));
    await screen.getByRole('button', { name: 'Exit fullscreen' }).click();
    await expect.element(button('Fullscreen')).toBeVisible();
  });
});

describe('on the strip', () => {
  test('pressing on the ruler moves the playhead to the frame under the pointer', async () => {
    await openPlayer();
    const { x, width } = await boxOf(block(2));
    const y = (await boxOf(playhead())).y + 12;
    await hand.drag({ x: x + width / 4, y }, { x: x + width / 2, y });
    await isCurrent(2);
    await expect.poll(shownSeconds).toBeCloseTo(4, 0);
  });

  test('it shows pictures from several moments of a clip', async () => {
    await openPlayer();
    const pictures = (): string[] =>
      [...block(1).element().querySelectorAll('i')].map((one) => getComputedStyle(one).backgroundImage);
    await expect.poll(() => pictures()[0]).toMatch(/blob:/);
    expect(new Set(pictures()).size).toBe(pictures().length);
    expect(pictures().length).toBeGreaterThan(1);
  });
});

describe('trim mode', () => {
  const point = (of: 'Start' | 'End'): Locator => page.getByLabelText(`${of} point`, { exact: true });
  const type = async (of: 'Start' | 'End', value: string): Promise<void> => {
    await point(of).fill(value);
    await hand.press('Enter');
  };

  /** With scene 2 chosen. */
  async function openTrim(): Promise<void> {
    await openPlayer();
    await choose(2);
    await button('Trim mode').click();
    await expect.element(point('Start')).toHaveValue('0.00');
  }

  test('it begins at the whole clip, and the points are numbers, handles and keys', async () => {
    await openTrim();
    await expect.element(button('Trim mode')).toHaveAttribute('aria-pressed', 'true');
    await expect.element(point('End')).toHaveValue('8.00');
    const handle = page.getByRole('slider', { name: 'Start point handle' });
    hand.focus(handle);
    await hand.press('ArrowRight');
    await expect.element(handle).toHaveValue('1');
    await hand.press('Shift+ArrowRight');
    await expect.element(point('Start')).toHaveValue('1.04');
    await expect.poll(shownSeconds).toBeCloseTo(25 / 24, 1);
  });

  test('a handle is dragged to a frame, as a draft: nothing is saved yet', async () => {
    await openTrim();
    const from = await middleOf(page.getByRole('slider', { name: 'End point handle' }));
    const { x, width } = await boxOf(block(2));
    await hand.drag(from, { x: x + width * 0.5, y: from.y });
    await expect.element(point('End')).toHaveValue(expect.stringMatching(/^(3\.9|4\.0)\d$/));
    await expect.element(page.getByRole('banner')).toHaveTextContent('4 scenes · 0:32');
    expect((await saved.scene(2))?.trimEnd).toBeNull();
  });

  test('neither point can pass the other', async () => {
    await openTrim();
    await type('End', '4');
    await type('Start', '7');
    await until.told('Invalid trim point', 'Start point must be before end point');
    await expect.element(point('Start')).toHaveValue('0.00');
    await type('Start', '1');
    await type('End', '0.5');
    await until.told('Invalid trim point', 'End point must be after start point');
  });

  test('I and O set the points at the playhead', async () => {
    await openTrim();
    hand.focus(playhead());
    await hand.press(...times(2, 'Shift+ArrowRight'), 'i');
    await expect.element(point('Start')).toHaveValue('2.00');
    await hand.press(...times(2, 'Shift+ArrowRight'), 'ArrowLeft', 'o');
    await expect.element(point('End')).toHaveValue('4.00');
    await expect.element(page.getByText('Plays 2.00 s of 8.00 s (48 frames).')).toBeVisible();
  });

  test('playing begins at the start point and pauses at the end point', async () => {
    await openTrim();
    await type('End', '4');
    await type('Start', '3.5');
    await button('Play').click();
    await isPlaying(true);
    await isPlaying(false);
    expect(shownSeconds()).toBeGreaterThan(3.4);
    await expect.poll(shownSeconds).toBeLessThan(4.05);
  });

  test('Escape changes nothing; Apply saves, says so, and the player starts the scene there', async () => {
    await openTrim();
    await type('Start', '1');
    hand.focus(playhead());
    await hand.press('Escape');
    await expect.poll(() => point('Start').elements()).toEqual([]);
    await expect.element(inspector()).toHaveTextContent('No trim · 8.0 s');
    await button('Trim mode').click();
    await point('Start').fill('2');
    await point('End').fill('4');
    await button('Apply').click();
    await until.told('Trim applied');
    await expect.element(button('Trim mode')).toHaveAttribute('aria-pressed', 'false');
    await expect.element(inspector()).toHaveTextContent('Trimmed to 2.0–4.0 s of 8.0 s');
    await expect.element(block(2)).toHaveAccessibleName(/, 2\.0 s$/);
    await choose(2);
    await expect.poll(shownSeconds).toBeCloseTo(2, 1);
  });
});
