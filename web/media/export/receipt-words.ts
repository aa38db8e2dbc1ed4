/** What a receipt says beside its figures. Pure. */
import { codecName } from '../failures.ts';
import { plural } from '#shared/words/format.ts';
import type { Receipt } from '../worker/protocol.ts';

/** Sentences about what was not looked at, and what did not decode; none where there is nothing to add. */
export function receiptNotes({ checks, stretches }: Pick<Receipt, 'checks' | 'stretches'>): string[] {
  const damaged = new Map<number, number>();
  for (const { sceneNumber, damagedFrames } of stretches)
    if (damagedFrames > 0) damaged.set(sceneNumber, (damaged.get(sceneNumber) ?? 0) + damagedFrames);
  const damage = [...damaged].map(([scene, frames]) => damageText(scene, frames));
  if (checks.decoded === 'none') return [undecodedText(checks.videoCodec), ...damage];
  return checks.decoded === 'every' && damage.length === 0 ? ['Every picture was decoded.'] : damage;
}

function undecodedText(codec: string): string {
  return `No picture was decoded, because this browser cannot play ${codecName(codec) ?? codec}. Every byte of the pictures was compared with the clips instead.`;
}

function damageText(sceneNumber: number, frames: number): string {
  const pictures = plural(frames, { one: '# picture does not decode', other: '# pictures do not decode' });
  return `Scene ${sceneNumber}: ${pictures}. The clip is damaged there, and was copied as it is.`;
}
