// Starts the fake for a Playwright run. Playwright reads TypeScript itself and wants a default export.

import { startFakeGemini } from './start-fake-gemini.ts';

const DEFAULT_PORT = 4571;

/** The address that the run's fake has, known before it is started; FAKE_GEMINI_PORT moves it. */
export function fakeGeminiUrl(): string {
  return `http://127.0.0.1:${process.env['FAKE_GEMINI_PORT'] ?? DEFAULT_PORT}`;
}

/** Playwright's globalSetup: returns the teardown. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const fake = await startFakeGemini({ port: Number(new URL(fakeGeminiUrl()).port) });
  return fake.close;
}
