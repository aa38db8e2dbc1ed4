/** What a project is made of, in one panel: found, and added to the movie by hand and by keys; and what is copied and pasted. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { completeScene, testHash, testId } from '#tests/helpers/rows.ts';
import { oneSecondFacts } from '#tests/helpers/clips/one-second-facts.ts';
import { wavBytes } from '#tests/helpers/wav.ts';
import { clip } from './media-movie.ts';
import {
  block,
  boxOf,
  button,
  choose,
  fileInput,
  hand,
  keepOwnFile,
  openTimeline,
  PHONE,
  resize,
  saved,
  timelineOfTests,
  TITLES,
  until,
} from './timeline-page.tsx';

timelineOfTests();

const undo = (): Promise<void> => button(/^Undo/).first().click();

describe('the media panel', () => {
  const panel = (): Locator => page.getByRole('region', { name: 'Media', exact: true });
  const row = (name: string): Locator => panel().getByRole('listitem').filter({ hasText: name });
  const open = (): Promise<void> => button('Media').click();

  /** With a clip and a sound that nothing uses yet. */
  async function openMedia(...planted: Parameters<typeof openTimeline>): Promise<void> {
    await openTimeline(...planted);
    await keepOwnFile(await clip({ seconds: 1, size: '360p', sceneNumber: 7 }), (common) => ({
      ...{ ...common, kind: 'clip', name: 'Beach.mp4', type: 'video/mp4', facts: oneSecondFacts },
    }));
    const sound = new Blob([wavBytes(8_000, 4, (at) => 9_000 * Math.sin(at / 4))]);
    await keepOwnFile(sound, (common) => ({
      ...{ ...common, kind: 'sound', name: 'Waltz.wav', type: 'audio/wav' },
      facts: { codec: 'pcm-s16', sampleRate: 8_000, channels: 1, durationSeconds: 4 },
    }));
    await open();
    await expect.element(row('Waltz.wav')).toBeVisible();
  }

  /** As a hand does it: from the row's middle to a place of what is there. */
  async function dragRow(of: Locator, to: { x: number; y: number }): Promise<void> {
    of.element().scrollIntoView({ block: 'center' });
    const { x, y, height } = await boxOf(of);
    await hand.drag({ x: x + 90, y: y + height / 2 }, { x: x + 60, y: y + height / 2 + 20 }, to, {
      x: to.x + 1,
      y: to.y,
    });
  }
  const startOf = async (number: number): Promise<{ x: number; y: number }> => {
    const { x, y } = await boxOf(block(number));
    return { x: x + 14, y: y + 30 };
  };

  test('it shows what the movie has and what it could have, with sizes; search and the filter narrow it', async () => {
    await openMedia();
    const items = (): Element[] => panel().getByRole('listitem').elements();
    // All scenes play one clip.
    await expect
      .poll(() => panel().getByRole('region', { name: 'Clips' }).getByRole('listitem').elements())
      .toHaveLength(2);
    await expect.element(row('Beach.mp4')).toHaveTextContent(/0:01 · \d+ kB · Unused/);
    await expect.element(row('Waltz.wav')).toHaveTextContent('0:04 · 64 kB · Unused');
    await until.seen(panel().getByText(/Scenes 1, 2, 3,? and 4/));
    await panel().getByRole('radio', { name: 'Unused' }).click();
    await expect.poll(items).toHaveLength(2);
    await panel().getByRole('radio', { name: 'All' }).click();
    const search = panel().getByRole('searchbox', { name: 'Search media' });
    await search.fill('walt');
    await expect.poll(items).toHaveLength(1);
    await search.fill('nothing like it');
    await expect.element(panel().getByText('Nothing matches.')).toBeVisible();
  });

  test('a clip is dragged between two scenes, and undone', async () => {
    await openMedia();
    await dragRow(row('Beach.mp4'), await startOf(2));
    await expect.poll(saved.titles).toEqual([TITLES[0], 'Beach', ...TITLES.slice(1)]);
    await expect.element(row('Beach.mp4')).toHaveTextContent('Scene 2');
    await undo();
    await expect.poll(saved.titles).toEqual(TITLES);
    await expect.element(row('Beach.mp4')).toHaveTextContent('Its scene was deleted');
  });

  test('a clip of the movie is dragged to its beginning, as a copy', async () => {
    await openMedia();
    const first = await saved.scene(1);
    await dragRow(panel().getByRole('region', { name: 'Clips' }).getByRole('listitem').first(), await startOf(1));
    // It is copied first, and then moved.
    await expect.poll(async () => (await saved.scene(2))?.id).toBe(first?.id);
    expect((await saved.scene(1))?.sha256).toBe(first?.sha256);
    await undo();
    await expect.poll(saved.titles).toEqual(TITLES);
  });

  test('by keys, a clip comes behind the selected scene and sound at the playhead', async () => {
    await openMedia();
    await block(3).click({ position: { x: 60, y: 8 } });
    hand.focus(row('Beach.mp4').getByRole('button', { name: 'Add “Beach.mp4”' }));
    await hand.press('Enter');
    await expect.poll(async () => (await saved.scene(4))?.title).toBe('Beach');
    hand.focus(row('Waltz.wav').getByRole('button', { name: 'Add “Waltz.wav”' }));
    await hand.press('Enter');
    await expect.poll(async () => (await saved.audio()).map(({ name }) => name)).toEqual(['Waltz']);
    await undo();
    await expect.poll(saved.audio).toEqual([]);
  });

  test('sound is dragged to where it is to begin', async () => {
    await openMedia();
    const lanes = document.querySelector('[data-lanes]')?.getBoundingClientRect() ?? new DOMRect();
    await dragRow(row('Waltz.wav'), { x: lanes.x + lanes.width / 2, y: lanes.y + 40 });
    await expect.poll(async () => (await saved.audio())[0]?.startSeconds ?? 0).toBeGreaterThan(5);
    await expect.element(row('Waltz.wav')).toHaveTextContent('Used once');
  });

  test('an earlier take comes back to its scene', async () => {
    const former = testHash(50);
    await openMedia({
      takes: ([scene]) =>
        scene === undefined
          ? []
          : [
              {
                sceneId: scene.id,
                scene: completeScene(1, { ...scene, sha256: former, title: 'An earlier one' }),
                ...{ extensions: [], replacedAt: Date.now() },
              },
            ],
    });
    const now = (await saved.scene(1))?.sha256;
    const take = row('Scene 1 had it');
    await take.getByRole('button', { name: /^Restore “/ }).click();
    await expect.poll(async () => (await saved.scene(1))?.sha256).toBe(former);
    await undo();
    await expect.poll(async () => (await saved.scene(1))?.sha256).toBe(now);
    await expect.element(take).toBeVisible();
  });

  test('on a phone it is a sheet, whose buttons are as large as a finger', async () => {
    await openMedia();
    await resize(PHONE.width, PHONE.height);
    const add = page.getByRole('dialog', { name: 'Media' }).getByRole('button', { name: 'Add “Waltz.wav”' });
    const { width, height } = await boxOf(add);
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  });
});

test('clips are chosen among the tools, by the keyboard too, and go behind the chosen scene', async () => {
  await openTimeline();
  await choose(2);
  const input = fileInput('video');
  const isAsked = new Promise<void>((resolve) => {
    input.element().addEventListener('click', (event) => (event.preventDefault(), resolve()), { once: true });
  });
  hand.focus(button('Add clip or still'));
  await hand.press('Enter');
  await isAsked;
  const beach = await clip({ seconds: 1, size: '360p', sceneNumber: 7 });
  await input.upload(new File([beach], 'Beach.mp4', { type: 'video/mp4' }));
  await until.seen(button(/^Scene 3: Beach, /));
  expect(page.getByRole('dialog').elements()).toEqual([]);
  await undo();
  await expect.poll(saved.titles).toEqual(TITLES);
});

describe('the clipboard', () => {
  const chips = (): Locator => page.getByRole('button', { name: /^Edit text “Dawn” on scene/ });
  const count = async (of: Locator, wanted: number): Promise<void> => {
    await expect.poll(() => of.elements()).toHaveLength(wanted);
  };
  const menuitem = (name: string): Locator => page.getByRole('menuitem', { name: new RegExp(`^${name}`) });
  const text = { id: testId(900), text: 'Dawn', fontSize: 64, color: '#FFFFFF', position: 'center' } as const;

  beforeEach(async () => {
    await openTimeline({ scenes: [{ trimEnd: 5, textOverlays: [{ ...text, startTime: 0, endTime: 3 }] }, {}, {}] });
    await until.editable();
    await block(1).click({ position: { x: 12, y: 8 } });
  });

  /** The part of the page that hears these keys loads behind the timeline. */
  const pressUntil = (key: string, notice: string): Promise<void> =>
    vi.waitFor(async () => {
      await hand.press(key);
      await until.told(notice);
    });

  test('a scene is copied with its trim and its text, pasted behind the selected one, and taken back in one step', async () => {
    await pressUntil('ControlOrMeta+c', 'Scene copied');
    await block(2).click();
    await hand.press('ControlOrMeta+v');
    await until.told('Scene pasted');
    expect(await saved.titles()).toEqual(['Harbor', 'Logbook', 'Harbor', 'Tower']);
    await expect.element(block(3)).toHaveAttribute('aria-current', 'true');
    expect(await saved.scene(3)).toMatchObject({ trimEnd: 5, textOverlays: [{ text: 'Dawn' }], status: 'complete' });
    await hand.press('ControlOrMeta+z');
    await expect.poll(saved.scenes).toHaveLength(3);
    await hand.press('ControlOrMeta+Shift+z');
    await expect.poll(saved.scenes).toHaveLength(4);
  });

  test('a text is cut and pasted at the playhead of another scene', async () => {
    await chips().click();
    await pressUntil('ControlOrMeta+x', 'Text cut');
    await count(chips(), 0);
    await block(2).click();
    await hand.press('ControlOrMeta+v');
    await until.told('Text pasted');
    await expect.element(chips()).toHaveAccessibleName('Edit text “Dawn” on scene 2');
    await hand.press('ControlOrMeta+z', 'ControlOrMeta+z');
    await expect.element(chips()).toHaveAccessibleName('Edit text “Dawn” on scene 1');
  });

  test('menus of a scene and of a text have the same', async () => {
    let kept = '';
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (written) => void (kept = written));
    vi.spyOn(navigator.clipboard, 'readText').mockImplementation(async () => kept);
    await block(2).click({ button: 'right' });
    await expect
      .element(page.getByRole('menu', { name: 'Scene 2' }).getByRole('menuitem', { name: /^Cut/ }))
      .toBeVisible();
    await menuitem('Copy').click();
    await until.told('Scene copied');
    await chips().click({ button: 'right' });
    await expect.element(page.getByRole('menu', { name: 'Text “Dawn”' })).toBeVisible();
    await menuitem('Copy').click();
    await until.told('Text copied');
    await block(2).click({ button: 'right' });
    await menuitem('Paste').click();
    await until.told('Text pasted');
    await count(chips(), 2);
  });

  test('text fields keep their keys, and what isn’t Storyreel’s is left alone', async () => {
    const given = (pasted: string): boolean => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', pasted);
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      return document.body.dispatchEvent(event);
    };
    await pressUntil('ControlOrMeta+c', 'Scene copied');
    for (const foreign of ['{"form":"storyreel-clipboard","version":1,"kind":"no"}', 'Hello'])
      expect(given(foreign)).toBe(true);
    await chips().dblClick();
    const field = page.getByRole('dialog', { name: 'Edit text overlay' }).getByRole('textbox').first();
    await field.fill('Dusk');
    hand.focus(field);
    await hand.press('ControlOrMeta+a', 'ControlOrMeta+x');
    await expect.element(field).toHaveValue('');
    await hand.press('ControlOrMeta+v', 'ControlOrMeta+v');
    await expect.element(field).toHaveValue('DuskDusk');
    await hand.press('Escape');
    expect(await saved.scenes()).toHaveLength(3);
    await count(chips(), 1);
  });
});
