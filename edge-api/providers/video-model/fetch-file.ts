/**
 * Fetches a finished clip by our own request. The address is built from the file's id on the configured base; a redirect
 * is followed once, without the key, and only to the provider's hosts: `fetch` itself would carry the key along.
 */
import { API_VERSION, GOOGLE_BASE_URL, type GeminiAccess } from '../gemini/client.ts';
import { readHttpError, readUpstreamError } from '../gemini/upstream-error.ts';
import type { DownloadOutcome } from './port.ts';
import { videoModelWords as words } from './words.ts';

const PROVIDER_HOSTS = /(^|\.)(googleapis\.com|googleusercontent\.com)$/;

export async function fetchFile(access: GeminiAccess, fileId: string, signal: AbortSignal): Promise<DownloadOutcome> {
  const base = access.baseUrl ?? GOOGLE_BASE_URL;
  try {
    const url = `${base}/${API_VERSION}/files/${encodeURIComponent(fileId)}:download?alt=media`;
    const reply = await fetch(url, { headers: { 'x-goog-api-key': access.apiKey }, redirect: 'manual', signal });
    if (reply.status < 300 || reply.status >= 400) return await readReply(reply);
    await reply.body?.cancel();
    const target = redirectTarget(reply.headers.get('location'), url, access.baseUrl);
    if (target === null) return { kind: 'gone', sentence: words.wrongAddress };
    const second = await fetch(target, { redirect: 'manual', signal });
    if (second.status < 300 || second.status >= 400) return await readReply(second);
    await second.body?.cancel();
    return { kind: 'not_yet', sentence: words.redirects, retryAfterMs: null };
  } catch (error) {
    signal.throwIfAborted();
    return { kind: 'not_yet', sentence: readUpstreamError(error).sentence, retryAfterMs: null };
  }
}

/** Where a redirect may lead: to the provider by https, or to the very host that was configured in its place. */
export function redirectTarget(location: string | null, from: string, configuredBase: string | null): string | null {
  if (location === null || !URL.canParse(location, from)) return null;
  const url = new URL(location, from);
  if (url.username !== '' || url.password !== '') return null;
  if (url.protocol === 'https:' && url.port === '' && PROVIDER_HOSTS.test(url.hostname)) return url.href;
  const isConfigured =
    configuredBase !== null && /^https?:$/.test(url.protocol) && url.hostname === new URL(configuredBase).hostname;
  return isConfigured ? url.href : null;
}

async function readReply(reply: Response): Promise<DownloadOutcome> {
  if (reply.ok && reply.body) return { kind: 'bytes', body: reply.body, frames: null };
  const error = readHttpError(reply.status, await reply.text());
  if (error.kind === 'api_key') return { kind: 'key_rejected', sentence: error.sentence };
  if (error.kind === 'missing' || error.kind === 'model_gone' || reply.status === 403) {
    return { kind: 'gone', sentence: words.fileGone };
  }
  return { kind: 'not_yet', sentence: error.sentence, retryAfterMs: error.kind === 'busy' ? error.retryAfterMs : null };
}
