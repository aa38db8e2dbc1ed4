/** The main job on the demo studio, from a first visit to a movie whose scenes all have clips. */
import { UNTIL_QUIET, type FirefoxApp } from './open-app.ts';

export async function makeMovie({ page, server, press, fill, see }: FirefoxApp): Promise<void> {
  await page.goto(`${server.url}/`, UNTIL_QUIET);
  await press('button', 'Get Started');
  await fill('E-mail', 'ines@example.org');
  await fill('First name', 'Ines');
  await fill('Last name', 'Moreau');
  await press('button', 'Sign in');
  await press('button', 'Try the demo studio — no key, no cost');
  await press('button', /^(Create Your First Project|New Project)$/);
  await fill('Title', 'The Glass Lighthouse');
  await fill('Description', 'A harbour town has forgotten its lighthouse. At night the tower glows again.');
  await press('button', /^Drama/);
  await press('slider', /./);
  await page.keyboard.press('Home');
  await press('button', 'Create Project');
  await see('Generate Videos');
  await press('button', 'Generate Videos');
  await press('button', 'Start Generation');
  await press('button', 'Continue Editing');
}
