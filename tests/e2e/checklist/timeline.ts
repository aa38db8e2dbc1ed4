/** The Timeline tab: what it says and does before there is anything to play, with a movie, while trimming, with texts. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { ChecklistRow } from './checklist.ts';

export type TimelineScreen = {
  page: Page;
  toast: (title: string) => Locator;
};

export const timelineScreen = (page: Page): TimelineScreen => ({
  page,
  toast: (title) => page.getByRole('region', { name: 'Notifications (F8)' }).getByText(title, { exact: true }),
});

type Row = ChecklistRow<TimelineScreen>;

const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
const block = (page: Page, number: number): Locator =>
  page.getByRole('button', { name: new RegExp(`^Scene ${number}:`) });
/** Chooses a scene by its bar: handles of a trim stand over its pictures. */
const choose = (page: Page, number: number): Promise<void> => block(page, number).click({ position: { x: 40, y: 8 } });
const timecode = (page: Page, text: string): Locator => page.getByText(new RegExp(`^${text} /`));
const playhead = (page: Page): Locator => page.getByRole('slider', { name: 'Playhead' });
const inspector = (page: Page): Locator => page.getByRole('region', { name: 'Selected scene' });

/** Seconds of the clip at which the picture that is shown stands. */
export const shownSeconds = async (page: Page): Promise<number> =>
  Number(await page.locator('canvas[data-clip-frame]').getAttribute('data-clip-frame')) / 24;

async function refused(screen: TimelineScreen, title: string, description: string): Promise<void> {
  await expect(screen.toast(title)).toBeVisible();
  await expect(screen.toast(description)).toBeVisible();
  await screen.page.getByRole('button', { name: 'Dismiss' }).click();
}

export const emptyRows: readonly Row[] = [
  {
    what: 'says what will be there, and that it is a basic demonstration',
    check: async ({ page }) => {
      await expect(page.getByRole('heading', { name: 'Nothing to play yet' })).toBeVisible();
      await expect(
        page.getByText(
          'This timeline editor is a basic demonstration. For finishing work, download the scenes and use your own editor.',
        ),
      ).toBeVisible();
    },
  },
  {
    what: 'Download All has nothing to download',
    check: async (screen) => {
      await press(screen.page, 'Download All');
      await refused(screen, 'No videos available', 'Generate videos before downloading');
    },
  },
  {
    what: 'the next step is offered, and no tool that needs a scene that plays',
    check: async ({ page }) => {
      await expect(page.getByRole('link', { name: 'Open the Scene Editor' })).toBeVisible();
      for (const name of ['Split', 'Trim mode', 'Add Text', 'Add music'])
        await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
    },
  },
];

export const playerRows: readonly Row[] = [
  {
    what: 'nothing is selected before something has been played or chosen',
    check: async (screen) => {
      await expect(inspector(screen.page)).toContainText('Play or select a scene');
      await press(screen.page, 'Trim mode');
      await refused(screen, 'No scene selected', 'Play a scene to enable trim mode');
      await press(screen.page, 'Add Text');
      await refused(screen, 'No scene selected', 'Play a scene to add text');
    },
  },
  {
    what: 'next and previous go from scene to scene, and the address keeps the selected one',
    check: async ({ page }) => {
      await press(page, 'Next scene');
      await expect(block(page, 2)).toHaveAttribute('aria-current', 'true');
      await expect(page).toHaveURL(/[?&]scene=/);
      await expect(inspector(page).getByRole('heading', { name: 'Scene 2', exact: true })).toBeVisible();
      await press(page, 'Previous scene');
      await expect(block(page, 1)).toHaveAttribute('aria-current', 'true');
      await expect(timecode(page, '0:00:00')).toBeVisible();
    },
  },
  {
    what: 'Space plays and pauses, and so does K',
    check: async ({ page }) => {
      await playhead(page).focus();
      await page.keyboard.press('Space');
      await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
      await page.keyboard.press('k');
      await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
    },
  },
  {
    what: 'arrows step by frames and seconds, Home and End go to the ends',
    check: async ({ page }) => {
      await playhead(page).focus();
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await expect(timecode(page, '0:00:02')).toBeVisible();
      await page.keyboard.press('Shift+ArrowRight');
      await page.keyboard.press('Shift+ArrowRight');
      await page.keyboard.press('Shift+ArrowLeft');
      await page.keyboard.press('ArrowLeft');
      await expect(timecode(page, '0:01:01')).toBeVisible();
      await page.keyboard.press('End');
      await expect(playhead(page)).toHaveAttribute('aria-valuetext', /^0:2\d:23$/);
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Home');
    },
  },
  {
    what: 'J and L play backward and twice as fast, the transport says so, and K stops',
    check: async ({ page }) => {
      await playhead(page).focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('l');
      await page.keyboard.press('l');
      await expect(page.getByLabel('Playing forward at 2× speed, without sound')).toHaveText('2×');
      await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
      await page.keyboard.press('j');
      await page.keyboard.press('j');
      await page.keyboard.press('j');
      await expect(page.getByLabel('Playing backward at 4× speed, without sound')).toHaveText('−4×');
      await page.keyboard.press('k');
      await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
      await expect(page.getByLabel(/Playing (forward|backward)/)).toHaveCount(0);
      await page.keyboard.press('Home');
    },
  },
  {
    what: 'after a press on a scene Space plays it and arrows step in it; Enter chooses it',
    check: async ({ page }) => {
      await choose(page, 2);
      await expect(block(page, 2)).toBeFocused();
      await page.keyboard.press('ArrowRight');
      await expect(timecode(page, '0:08:01')).toBeVisible();
      await page.keyboard.press('Space');
      await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
      await page.keyboard.press('Space');
      await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
      await page.keyboard.press('Home');
      await expect(timecode(page, '0:00:00')).toBeVisible();
      await block(page, 3).focus();
      await page.keyboard.press('Enter');
      await expect(block(page, 3)).toHaveAttribute('aria-current', 'true');
      await expect(inspector(page).getByRole('heading', { name: 'Scene 3', exact: true })).toBeVisible();
    },
  },
  {
    what: 'a control keeps the keys that it uses itself, and leaves the others to the player',
    check: async ({ page }) => {
      const volume = page.getByRole('slider', { name: 'Volume' }).first();
      await volume.focus();
      await page.keyboard.press('Space');
      await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
      await page.keyboard.press('k');
      await page.keyboard.press('Home');
      await expect(volume).toHaveValue('0');
      await page.keyboard.press('End');
      const mute = page.getByRole('button', { name: 'Mute', exact: true });
      await mute.focus();
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowRight');
      await expect(timecode(page, '0:00:01')).toBeVisible();
      await page.keyboard.press('Space');
      await expect(page.getByRole('button', { name: 'Unmute' })).toBeFocused();
      await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
      await page.keyboard.press('Space');
      await expect(volume).toHaveValue('1');
    },
  },
  {
    what: 'at the end of a scene the next one plays; at the last it stops and returns to the first',
    check: async ({ page }) => {
      await playhead(page).focus();
      await page.keyboard.press('ArrowDown');
      for (let frames = 0; frames < 6; frames += 1) await page.keyboard.press('ArrowLeft');
      await expect(block(page, 1)).toHaveAttribute('aria-current', 'true');
      await page.keyboard.press('Space');
      await expect(block(page, 2)).toHaveAttribute('aria-current', 'true');
      await page.keyboard.press('Space');
      await page.keyboard.press('End');
      for (let frames = 0; frames < 6; frames += 1) await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Space');
      await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
      await expect(timecode(page, '0:00:00')).toBeVisible();
    },
  },
  {
    what: 'volume goes from 0 to 1 in tenths; M mutes',
    check: async ({ page }) => {
      const volume = page.getByRole('slider', { name: 'Volume' }).first();
      await expect(volume).toHaveAttribute('min', '0');
      await expect(volume).toHaveAttribute('max', '1');
      await expect(volume).toHaveAttribute('step', '0.1');
      await volume.press('ArrowLeft');
      await expect(volume).toHaveValue('0.9');
      await page.keyboard.press('m');
      await expect(page.getByRole('button', { name: 'Unmute' })).toBeVisible();
      await expect(volume).toHaveValue('0');
      await press(page, 'Unmute');
      await expect(volume).toHaveValue('0.9');
    },
  },
  {
    what: 'fullscreen shows the picture with controls that come with the pointer, and go',
    check: async ({ page }) => {
      await press(page, 'Fullscreen');
      await expect
        .poll(() => page.evaluate(() => document.fullscreenElement?.querySelector('canvas') !== null))
        .toBe(true);
      const screen = page.locator(':fullscreen');
      await screen.getByRole('slider', { name: 'Position in the movie' }).fill('9');
      await expect(screen.getByText(/^0:09 \/ /)).toBeVisible();
      const controls = screen.locator('[data-shown]');
      await page.mouse.click(500, 300);
      await expect(screen.getByRole('button', { name: 'Pause', exact: true })).toBeAttached();
      await expect(controls).toHaveAttribute('data-shown', 'false');
      await page.mouse.move(520, 320);
      await expect(controls).toHaveAttribute('data-shown', 'true');
      await screen.getByRole('button', { name: 'Mute', exact: true }).click();
      await screen.getByRole('slider', { name: 'Volume' }).fill('0.8');
      await expect(screen.getByRole('button', { name: 'Mute', exact: true })).toBeVisible();
      await page.keyboard.press('k');
      await expect(screen.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
      await screen.getByRole('button', { name: 'Exit fullscreen', exact: true }).click();
      await expect(page.getByRole('button', { name: 'Fullscreen', exact: true })).toBeVisible();
      await page.keyboard.press('Home');
    },
  },
];

export const stripRows: readonly Row[] = [
  {
    what: 'every scene has its block: number, title, length; a scene without a clip says why',
    check: async ({ page }) => {
      await expect(block(page, 1)).toHaveAccessibleName(/, 0:08$/);
      await expect(block(page, 4)).toHaveAccessibleName(/, failed$/);
      await expect(block(page, 4)).toContainText('Failed');
      await choose(page, 4);
      await expect(inspector(page).getByText('Failed', { exact: true })).toBeVisible();
      await expect(inspector(page)).toContainText('once it has a clip');
    },
  },
  {
    what: 'pressing on the ruler moves the playhead to the frame under the pointer',
    check: async ({ page }) => {
      const box = await block(page, 2).boundingBox();
      const ruler = await playhead(page).boundingBox();
      if (!box || !ruler) throw new Error('The strip is on the page');
      await page.mouse.move(box.x + box.width / 4, ruler.y + 12);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width / 2, ruler.y + 12, { steps: 4 });
      await page.mouse.up();
      await expect(block(page, 2)).toHaveAttribute('aria-current', 'true');
      await expect.poll(() => shownSeconds(page)).toBeCloseTo(4, 0);
    },
  },
  {
    what: 'zoom widens the lane and Fit shows the whole movie again',
    check: async ({ page }) => {
      const before = (await block(page, 1).boundingBox())?.width ?? 0;
      await press(page, 'Zoom in');
      await expect.poll(async () => (await block(page, 1).boundingBox())?.width ?? 0).toBeGreaterThan(before * 1.9);
      await expect(page.getByRole('slider', { name: 'Zoom' })).toHaveAttribute('aria-valuetext', '200%');
      await press(page, 'Fit');
      await expect.poll(async () => (await block(page, 1).boundingBox())?.width ?? 0).toBeCloseTo(before, 0);
    },
  },
];

export const frameRows: readonly Row[] = [
  {
    what: 'the strip gets more room by its grip, by pointer and by keys',
    check: async ({ page }) => {
      const heightOfBlock = async (): Promise<number> => (await block(page, 1).boundingBox())?.height ?? 0;
      const grip = page.getByRole('slider', { name: 'Height of the timeline' });
      const box = await grip.boundingBox();
      if (!box) throw new Error('The grip is on the page');
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x, y - 80, { steps: 4 });
      await page.mouse.up();
      await expect.poll(heightOfBlock).toBeGreaterThan(160);
      await grip.press('Home');
      await expect.poll(heightOfBlock).toBeLessThan(108);
    },
  },
  {
    what: 'the strip shows pictures from several moments of a clip',
    check: async ({ page }) => {
      const pictures = block(page, 1).locator('i');
      await expect(pictures.first()).toHaveCSS('background-image', /blob:/);
      const shown = await pictures.evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundImage));
      expect(new Set(shown).size).toBe(shown.length);
      expect(shown.length).toBeGreaterThan(1);
    },
  },
  {
    what: 'the help lists the timeline’s keys',
    check: async ({ page }) => {
      await page.keyboard.press('?');
      const help = page.getByRole('dialog', { name: /keyboard/i });
      await expect(help).toContainText('Set the trim’s start point to the playhead');
      await page.keyboard.press('Escape');
      await expect(help).toBeHidden();
    },
  },
];

export const trimRows: readonly Row[] = [
  {
    what: 'trim mode begins at the whole clip, and the points are numbers, handles and keys',
    check: async ({ page }) => {
      await choose(page, 2);
      await press(page, 'Trim mode');
      await expect(page.getByRole('button', { name: 'Trim mode', exact: true })).toHaveAttribute(
        'aria-pressed',
        'true',
      );
      await expect(page.getByLabel('Start point', { exact: true })).toHaveValue('0.00');
      await expect(page.getByLabel('End point', { exact: true })).toHaveValue('8.00');
      const handle = page.getByRole('slider', { name: 'Start point handle' });
      await handle.press('ArrowRight');
      await expect(handle).toHaveValue('1');
      await handle.press('Shift+ArrowRight');
      await expect(page.getByLabel('Start point', { exact: true })).toHaveValue('1.04');
      await expect.poll(() => shownSeconds(page)).toBeCloseTo(25 / 24, 1);
    },
  },
  {
    what: 'a handle is dragged to a frame, as a draft: nothing is saved yet',
    check: async ({ page }) => {
      const end = await page.getByRole('slider', { name: 'End point handle' }).boundingBox();
      const box = await block(page, 2).boundingBox();
      if (!end || !box) throw new Error('The handle is on the page');
      const [x, y] = [end.x + end.width / 2, end.y + end.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width * 0.5, y, { steps: 5 });
      await page.mouse.up();
      await expect(page.getByLabel('End point', { exact: true })).toHaveValue(/^(3\.9|4\.0)\d$/);
      await expect(page.getByRole('banner').getByText(/3 scenes|4 scenes/)).toContainText('0:30');
    },
  },
  {
    what: 'the start point can’t pass the end point, nor the end point the start point',
    check: async (screen) => {
      const { page } = screen;
      await page.getByLabel('Start point', { exact: true }).fill('7');
      await page.keyboard.press('Enter');
      await refused(screen, 'Invalid trim point', 'Start point must be before end point');
      await expect(page.getByLabel('Start point', { exact: true })).toHaveValue('1.04');
      await page.getByLabel('End point', { exact: true }).fill('0.5');
      await page.keyboard.press('Enter');
      await refused(screen, 'Invalid trim point', 'End point must be after start point');
    },
  },
  {
    what: 'I and O set the points at the playhead',
    check: async ({ page }) => {
      await playhead(page).focus();
      await choose(page, 2);
      await playhead(page).focus();
      await page.keyboard.press('Shift+ArrowRight');
      await page.keyboard.press('Shift+ArrowRight');
      await page.keyboard.press('i');
      await expect(page.getByLabel('Start point', { exact: true })).toHaveValue('2.00');
      await page.keyboard.press('Shift+ArrowRight');
      await page.keyboard.press('Shift+ArrowRight');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('o');
      await expect(page.getByLabel('End point', { exact: true })).toHaveValue('4.00');
      await expect(page.getByText('Plays 2.00 s of 8.00 s (48 frames).')).toBeVisible();
    },
  },
  {
    what: 'while trimming, playing begins at the start point and pauses at the end point',
    check: async ({ page }) => {
      await page.getByLabel('Start point', { exact: true }).fill('3.5');
      await page.keyboard.press('Enter');
      await press(page, 'Play');
      await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
      expect(await shownSeconds(page)).toBeGreaterThan(3.4);
      await expect.poll(() => shownSeconds(page)).toBeLessThan(4.05);
      await page.getByLabel('Start point', { exact: true }).fill('2');
      await page.keyboard.press('Enter');
    },
  },
  {
    what: 'Escape leaves trim mode and changes nothing; Apply saves, says so and leaves it',
    check: async (screen) => {
      const { page } = screen;
      await page.keyboard.press('Escape');
      await expect(page.getByLabel('Start point', { exact: true })).toBeHidden();
      await expect(inspector(page)).toContainText('No trim · 8.0 s');
      await press(page, 'Trim mode');
      await page.getByLabel('Start point', { exact: true }).fill('2');
      await page.getByLabel('End point', { exact: true }).fill('4');
      await press(page, 'Apply');
      await expect(screen.toast('Trim applied')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Trim mode', exact: true })).toHaveAttribute(
        'aria-pressed',
        'false',
      );
      await expect(inspector(page)).toContainText('Trimmed to 2.0–4.0 s of 8.0 s');
      await expect(block(page, 2)).toHaveAccessibleName(/, 2\.0 s$/);
    },
  },
  {
    what: 'the player starts the scene at its start point',
    check: async ({ page }) => {
      await choose(page, 2);
      await expect.poll(() => shownSeconds(page)).toBeCloseTo(2, 1);
    },
  },
];

const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Add text overlay' });

export const textRows: readonly Row[] = [
  {
    what: 'T opens the dialog with the specified defaults, and the text field has the focus',
    check: async ({ page }) => {
      await playhead(page).focus();
      await page.keyboard.press('t');
      await expect(dialog(page).getByLabel('Text', { exact: true })).toBeFocused();
      const size = dialog(page).getByRole('slider', { name: 'Font size' });
      await expect(size).toHaveValue('32');
      for (const [name, value] of Object.entries({ min: '16', max: '72', step: '2' }))
        await expect(size).toHaveAttribute(name, value);
      await expect(dialog(page).getByLabel('Color')).toHaveValue('#ffffff');
      await expect(dialog(page).getByRole('radio', { name: 'Center' })).toBeChecked();
      // From the playhead, which is at the scene's start point, to its end.
      await expect(dialog(page).getByLabel('Start time')).toHaveValue('2.0');
      await expect(dialog(page).getByLabel('End time')).toHaveValue('8.0');
    },
  },
  {
    what: 'a blank text and times in the wrong order are refused',
    check: async (screen) => {
      const { page } = screen;
      await press(page, 'Add Text Overlay');
      await refused(screen, 'Text required', 'Please enter text for the overlay');
      await dialog(page).getByLabel('Text', { exact: true }).fill('The Glass Lighthouse');
      await dialog(page).getByLabel('Start time').fill('5');
      await dialog(page).getByLabel('End time').fill('5');
      await press(page, 'Add Text Overlay');
      await refused(screen, 'Invalid duration', 'Start time must be before end time');
    },
  },
  {
    what: 'times keep within the scene, in tenths',
    check: async ({ page }) => {
      await dialog(page).getByLabel('End time').fill('99');
      await dialog(page).getByLabel('Start time').fill('2.54');
      await dialog(page).getByLabel('Start time').press('Enter');
      await expect(dialog(page).getByLabel('End time')).toHaveValue('8.0');
      await expect(dialog(page).getByLabel('Start time')).toHaveValue('2.5');
      await dialog(page).getByLabel('Start time').press('ArrowUp');
      await expect(dialog(page).getByLabel('Start time')).toHaveValue('2.6');
    },
  },
  {
    what: 'a text is dragged on the picture, moved by arrows and placed by percent',
    check: async ({ page }) => {
      await dialog(page).getByLabel('Start time').fill('0');
      await dialog(page).getByLabel('Start time').press('Enter');
      await dialog(page).getByRole('slider', { name: 'Font size' }).fill('56');
      const box = page.getByRole('button', { name: /^Move the text/ });
      const before = await box.boundingBox();
      const picture = await page.locator('canvas').boundingBox();
      if (!before || !picture) throw new Error('The text is on the picture');
      const [x, y] = [before.x + before.width / 2, before.y + before.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x, y + picture.height / 4, { steps: 4 });
      await page.mouse.up();
      await expect(dialog(page).getByRole('radio', { name: 'Custom' })).toBeChecked();
      await expect(dialog(page).getByLabel('X', { exact: true })).toHaveValue('50.0');
      await expect(dialog(page).getByLabel('Y', { exact: true })).toHaveValue(/^(74|75)\.\d$/);
      await dialog(page).getByLabel('Y', { exact: true }).fill('70');
      await dialog(page).getByLabel('Y', { exact: true }).press('Enter');
      await box.press('ArrowUp');
      await expect(dialog(page).getByLabel('Y', { exact: true })).toHaveValue('69.0');
      // Where another thing has the focus the arrows are the movie's.
      await playhead(page).press('ArrowRight');
      await expect(dialog(page).getByLabel('Y', { exact: true })).toHaveValue('69.0');
      await expect(dialog(page).getByLabel('X', { exact: true })).toHaveValue('50.0');
    },
  },
  {
    what: 'adding it closes the dialog, says so, and lists it; the lane has its chip',
    check: async (screen) => {
      const { page } = screen;
      await press(page, 'Add Text Overlay');
      await expect(screen.toast('Text overlay added')).toBeVisible();
      await expect(dialog(page)).toBeHidden();
      await expect(inspector(page).getByText('0.0 to 8.0 s')).toBeVisible();
      await expect(
        page.getByRole('button', { name: 'Edit text “The Glass Lighthouse” on scene 2', exact: true }),
      ).toBeVisible();
    },
  },
  {
    what: 'a text that the trim hides says so; it can be changed and deleted, and deleting taken back',
    check: async (screen) => {
      const { page } = screen;
      await press(page, 'Add text to this scene');
      await dialog(page).getByLabel('Text', { exact: true }).fill('Nobody sees this');
      await dialog(page).getByLabel('Start time').fill('0');
      await dialog(page).getByLabel('End time').fill('1');
      await press(page, 'Add Text Overlay');
      await expect(inspector(page).getByText('0.0 to 1.0 s · hidden by the trim')).toBeVisible();
      await press(page, 'Edit text “Nobody sees this”');
      const edit = page.getByRole('dialog', { name: 'Edit text overlay' });
      await edit.getByLabel('Text', { exact: true }).fill('Nobody saw this');
      await press(page, 'Save Text');
      await expect(screen.toast('Text overlay saved')).toBeVisible();
      await press(page, 'Delete text “Nobody saw this”');
      await expect(screen.toast('Text overlay deleted')).toBeVisible();
      await expect(inspector(page).getByText('Nobody saw this')).toBeHidden();
      await press(page, 'Undo');
      await expect(inspector(page).getByText('Nobody saw this')).toBeVisible();
      await press(page, 'Delete text “Nobody saw this”');
      await expect(inspector(page).getByText('Nobody saw this')).toBeHidden();
    },
  },
];
