/** What a receipt says beside its figures. Pure. */
import { codecName } from '../failures.ts';
import { receiptWords } from '../words.ts';
import type { Receipt } from '../worker/protocol.ts';

/** Sentences about what was not looked at, and what did not decode; none where there is nothing to add. */
export function receiptNotes({ checks, stretches }: Pick<Receipt, 'checks' | 'stretches'>): string[] {
  const damaged = new Map<number, number>();
  for (const { sceneNumber, damagedFrames } of stretches)
    if (damagedFrames > 0) damaged.set(sceneNumber, (damaged.get(sceneNumber) ?? 0) + damagedFrames);
  const damage = [...damaged].map(([number, frames]) => receiptWords.damage({ number, frames }));
  const { decoded, videoCodec } = checks;
  if (decoded === 'none') return [receiptWords.undecoded({ codec: codecName(videoCodec) ?? videoCodec }), ...damage];
  return decoded === 'every' && damage.length === 0 ? [receiptWords.everyFrame] : damage;
}
