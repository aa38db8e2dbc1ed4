/** Every screen in a real Firefox, with WebCodecs on and off: what it shows, plays, and edits; and with them, a movie that it writes by itself. */
import { afterEach, expect, test } from 'vitest';
import { expectWhole, exportMovie, makeMovie } from './main-job.ts';
import { closeApps, lookAt, openApp, UNTIL_QUIET } from './open-app.ts';
import { expectFilmstrip, expectPlaying } from './timeline.ts';

afterEach(closeApps);

const kinds = [
  ['on', true],
  ['off', false],
] as const;

test.each(kinds)(
  'with WebCodecs %s every screen works',
  async (name, hasWebCodecs) => {
    // Where Firefox writes the movie, nothing on the server could.
    const open = await openApp({ hasWebCodecs, env: hasWebCodecs ? { PATH: '/nowhere' } : {} });
    const { page, server, press, fill, see } = open;
    await page.goto(`${server.url}/`, UNTIL_QUIET);
    await see('AI-Powered Video Production');
    await lookAt(open, `${name}-landing`);
    await makeMovie(open);
    await see('Complete');
    await lookAt(open, `${name}-scenes`);

    await press('button', 'Edit scene 2');
    await see('Edit Scene 2');
    await lookAt(open, `${name}-edit-scene`);
    await fill('Title', 'The logbook opens');
    await press('button', 'Save Changes');
    await see('The logbook opens');

    await press('tab', 'Storyboard');
    await see('Export as Text');
    await lookAt(open, `${name}-storyboard`);
    await press('tab', 'Timeline Editor');
    await expectFilmstrip(open);
    await expectPlaying(open);
    await lookAt(open, `${name}-timeline`);
    await press('button', 'Add Text');
    await lookAt(open, `${name}-text`);
    await page.keyboard.press('Escape');

    await press('button', 'Export Movie');
    await see('No loss');
    await lookAt(open, `${name}-export`);
    await page.keyboard.press('Escape');
    expect((await open.text()).includes('Your browser has no')).toBe(!hasWebCodecs);
    if (hasWebCodecs) expectWhole(await exportMovie(open, /^480p/), { width: 854, height: 480 });

    for (const [path, text] of [
      ['/', 'Create AI-powered videos from text descriptions'],
      ['/settings', 'API Key Management'],
      ['/showcase', 'No Public Projects Yet'],
      ['/nowhere', '404 Page Not Found'],
    ] as const) {
      await page.goto(`${server.url}${path}`, UNTIL_QUIET);
      await see(text);
      await lookAt(open, `${name}${path.replace('/', '-')}`);
    }
    expect(open.errors).toEqual([]);
  },
  420_000,
);
