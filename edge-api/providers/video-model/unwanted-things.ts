/** What must not be in the picture, as a list of things: models make much of the words "no" and "don't". */
export function unwantedThings(negativePrompt: string | null): string[] {
  return (negativePrompt ?? '')
    .split(/[,;\n]|\.(?:\s|$)/)
    .map((thing) =>
      thing.trim().replace(/^(?:no|not|without|avoid|never|do not|don['’]t)\s+(?:(?:show|use|have|any)\s+)*/i, ''),
    )
    .filter((thing) => thing !== '');
}
