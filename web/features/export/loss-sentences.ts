/** What the export dialog says a movie loses of its clips. Pure. */
import { codecName, type PlanSummary } from '#media/worker/client.ts';
import { lossWords } from './words.ts';

type LeftOut = PlanSummary['leftOutSound'];
type Reduced = PlanSummary['reducedColor'];

/** "The sound of scene 3 is AC-3, which this browser can’t decode." */
export function leftOutText(leftOut: LeftOut): string {
  const codecs = new Set(leftOut.map(({ codec }) => codecName(codec) ?? codec));
  return lossWords.sound({ numbers: leftOut.map(({ sceneNumber }) => sceneNumber), codecs });
}

/** "Export scene 3 without sound" */
export function leaveOutText(leftOut: LeftOut): string {
  return lossWords.leaveSoundOut({ numbers: leftOut.map(({ sceneNumber }) => sceneNumber) });
}

/** Why an export can't start before the person has agreed to silence; null where there is nothing to agree to. */
export function silenceRefusal(leftOut: LeftOut): string | null {
  if (leftOut.length === 0) return null;
  return lossWords.silenceUnchosen({ numbers: leftOut.map(({ sceneNumber }) => sceneNumber) });
}

/** One sentence for each kind of loss. */
export function reducedTexts(reduced: Reduced): string[] {
  const kinds = ['hdr', 'wide-gamut', 'ten-bit'] as const;
  return kinds.flatMap((kind) => {
    const numbers = reduced.filter(({ from }) => from === kind).map(({ sceneNumber }) => sceneNumber);
    return numbers.length === 0 ? [] : [lossWords.color[kind]({ numbers })];
  });
}
