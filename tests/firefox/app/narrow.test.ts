/** Firefox on a narrow window in light colors: a text and a trim are made there by hand, and land on the server. */
import { afterEach, expect, test } from 'vitest';
import { closeApps, lookAt, openPlantedApp } from './open-app.ts';
import { projectOnServer } from './on-server.ts';
import { expectFilmstrip, expectPlaying } from './timeline.ts';

afterEach(closeApps);

const kinds = [
  ['on', true],
  ['off', false],
] as const;

test.each(kinds)(
  'with WebCodecs %s scenes are trimmed and get texts at 360 px in light colors',
  async (name, hasWebCodecs) => {
    const app = await openPlantedApp({ hasWebCodecs, size: { width: 360, height: 740 } });
    const { page, press, fill, see, errors } = app;
    await press('button', 'Switch to light theme');
    await lookAt(app, `narrow-${name}-scenes`);
    await press('tab', 'Timeline Editor');
    await expectFilmstrip(app);
    await expectPlaying(app);
    await lookAt(app, `narrow-${name}-timeline`);

    await press('button', 'Trim mode');
    await fill('Start point', '2');
    await lookAt(app, `narrow-${name}-trim`);
    await press('button', 'Apply');
    await see('Trim applied');

    await press('button', 'Add Text');
    await fill('Text', 'Low tide');
    await lookAt(app, `narrow-${name}-text`);
    await press('button', 'Add Text Overlay');
    await see('Text overlay added');
    await see('Saved');
    // It lies over the button that is pressed next.
    await press('button', 'Dismiss');

    const [scene] = (await projectOnServer(app)).scenes;
    expect(scene).toMatchObject({ trimStart: 2, textOverlays: [{ text: 'Low tide' }] });
    const isWide = (): boolean => document.documentElement.scrollWidth > innerWidth;
    expect(await page.evaluate(isWide)).toBe(false);
    await press('button', 'Export Movie');
    // Without encoders, a movie with a text isn't even in part copied here.
    await see(hasWebCodecs ? 'No loss' : 'As made');
    await lookAt(app, `narrow-${name}-export`);
    expect(errors).toEqual([]);
  },
);
