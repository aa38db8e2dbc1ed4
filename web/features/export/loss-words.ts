/** What the export dialog says a movie loses of its clips. Pure. */
import { codecName, type PlanSummary } from '#media/worker/client.ts';
import { listed } from '#shared/words/format.ts';

type LeftOut = PlanSummary['leftOutSound'];
type Reduced = PlanSummary['reducedColor'];

/** "Scene 3’s sound is AC-3, which this browser can’t decode." */
export function leftOutText(leftOut: LeftOut): string {
  const names = listed(new Set(leftOut.map(({ codec }) => codecName(codec) ?? codec)));
  const numbers = leftOut.map(({ sceneNumber }) => sceneNumber);
  return numbers.length === 1
    ? `Scene ${numbers[0]}’s sound is ${names}, which this browser can’t decode.`
    : `The sound of scenes ${listed(numbers.map(String))} is ${names}, which this browser can’t decode.`;
}

/** "Export scene 3 without sound" */
export function leaveOutText(leftOut: LeftOut): string {
  return `Export ${scenes(leftOut.map(({ sceneNumber }) => sceneNumber))} without sound`;
}

/** One sentence for each kind of loss. */
export function reducedTexts(reduced: Reduced): string[] {
  const kinds = ['hdr', 'wide-gamut', 'ten-bit'] as const;
  return kinds.flatMap((kind) => {
    const numbers = reduced.filter(({ from }) => from === kind).map(({ sceneNumber }) => sceneNumber);
    return numbers.length === 0 ? [] : [reducedText(kind, numbers)];
  });
}

function reducedText(kind: Reduced[number]['from'], numbers: readonly number[]): string {
  const who = capital(scenes(numbers));
  const isOne = numbers.length === 1;
  if (kind === 'hdr')
    return `${who} ${isOne ? 'is' : 'are'} HDR. Encoding turns HDR into 8-bit standard range (BT.709).`;
  if (kind === 'wide-gamut')
    return `${who} ${isOne ? 'uses' : 'use'} wide-gamut color. Encoding turns it into 8-bit BT.709.`;
  return `${who} ${isOne ? 'has' : 'have'} 10-bit color. Encoding turns it into 8-bit color.`;
}

function scenes(numbers: readonly number[]): string {
  return numbers.length === 1 ? `scene ${numbers[0]}` : `scenes ${listed(numbers.map(String))}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
