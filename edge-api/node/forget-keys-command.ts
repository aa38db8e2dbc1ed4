/** `npm run forget-keys`: deletes the API keys that can't be decrypted because their secret is lost. */
import { createInterface } from 'node:readline/promises';
import { ConfigError } from '../config.ts';
import { forgetKeysWords as words } from '../operator-words.ts';
import { forgetKeys, type Keys } from './forget-keys.ts';

async function main(): Promise<void> {
  const { unreadable, all, forgotten } = await forgetKeys(process.env, confirm);
  if (unreadable === 0) process.stdout.write(words.allReadable({ count: all }));
  else if (forgotten === 0) throw new ConfigError(words.notConfirmed);
  else process.stdout.write(words.forgotten({ count: forgotten }));
}

async function confirm(keys: Keys): Promise<boolean> {
  process.stdout.write(words.found(keys));
  if (process.argv.includes('--yes')) return true;
  if (!process.stdin.isTTY) return false;
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await lines.question(words.question)).trim().toLowerCase() === words.agreed;
  } finally {
    lines.close();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
});
