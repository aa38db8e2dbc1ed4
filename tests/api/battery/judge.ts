/** What must hold of every reply, whatever was asked. */
import { expect } from 'vitest';
import { z } from 'zod';
import { errorBodySchema } from '#shared/api/error.ts';
import { errorStatus, type ErrorCode } from '#shared/errors.ts';
import { findCanary } from './canary.ts';
import { documents, type Operation } from './operations.ts';

/** The status of a reply, or the code of the refusal that it is. */
export type Answer = number | ErrorCode;

/** The only failures of a server that are nobody's mistake: something that it needs is not there. */
const FORESEEN: ReadonlySet<number> = new Set([errorStatus.provider_failed, errorStatus.ffmpeg_unavailable]);

/**
 * Reads a reply and holds it against the document and the closed list of codes: nothing unforeseen, no word of the planted
 * key, none of what is another's.
 * @param hidden what must not be in it
 */
export async function judge(operation: Operation, reply: Response, hidden: readonly string[] = []): Promise<Answer> {
  const text = await reply.text();
  const all = `${text}\n${Array.from(reply.headers, ([name, value]) => `${name}: ${value}`).join('\n')}`;
  if (reply.status >= 500 && !FORESEEN.has(reply.status)) expect.fail(`${operation.name} failed: ${text}`);
  const leaked = findCanary(all) ?? hidden.find((secret) => all.includes(secret)) ?? null;
  if (leaked !== null) expect.fail(`${operation.name} told ${leaked}: ${all}`);
  if (reply.status < 400) {
    requireDocumentedForm(operation, reply, text);
    return reply.status;
  }
  if (operation.hasPages && reply.headers.get('content-type')?.startsWith('text/html') === true) return reply.status;
  const refusal = errorBodySchema.strict().parse(JSON.parse(text));
  if (errorStatus[refusal.code] !== reply.status)
    expect.fail(`${operation.name} answered ${refusal.code} with ${reply.status}.`);
  if (!documents(operation, refusal.code)) expect.fail(`${operation.name} does not document ${refusal.code}.`);
  if (/\n\s+at |undefined|\[object /.test(refusal.message)) expect.fail(`${operation.name} said: ${refusal.message}`);
  return refusal.code;
}

/** Status, type and fields of a reply that is no refusal are as the document says. */
function requireDocumentedForm(operation: Operation, reply: Response, text: string): void {
  const { status } = reply;
  if (!operation.statuses.has(status)) expect.fail(`${operation.name} does not document ${status}.`);
  const type = reply.headers.get('content-type')?.split(';')[0];
  const types = operation.replyTypes.get(status) ?? [];
  const isDocumented =
    type === undefined || status === 304
      ? text === ''
      : types.includes(type) || types.includes(type.replace(/\/.*/, '/*'));
  if (!isDocumented) expect.fail(`${operation.name} does not document ${status} as ${type}.`);
  const form = operation.replySchemas.get(status)?.safeParse(JSON.parse(text));
  if (form?.success === false) expect.fail(`${operation.name} answered ${z.prettifyError(form.error)}: ${text}`);
}
