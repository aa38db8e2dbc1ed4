/** What the model is told about an answer that can't be used. */
export const answerProblems = {
  notJson: 'it is not complete JSON.',
  notOfSchema: (problem: string) => `it does not follow the schema (${problem}).`,
} as const;

export function answerAgain(problem: string): string {
  return `That can't be used: ${problem} Answer again, with JSON of the schema and nothing else.`;
}
