/** What tests of sending begin with: a server of their own, and a project that is open and saved. */
import { expect, test } from '@playwright/test';
import { chooseDemoStudio, createProject, lighthouse, signIn } from './journey.ts';
import { faultsIn, startServer, type RunningServer } from './server.ts';

/** Before each test of a file. After each, the server has had no fault of its own. Answers the server's address. */
export function openSavedProject(): () => string {
  let server: RunningServer;
  test.beforeEach(async ({ page }) => {
    server = await startServer();
    await signIn(page, server.url);
    await chooseDemoStudio(page);
    await createProject(page, lighthouse);
    await expect(page.getByRole('banner').getByText('Saved')).toBeVisible();
  });
  test.afterEach(async () => {
    expect(faultsIn(server.log())).toEqual([]);
    await server.remove();
  });
  return () => server.url;
}
