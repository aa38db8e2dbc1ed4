/** What the notice says when a project's model is gone. */
export const modelChoiceWords = {
  label: 'This project’s model',
  unreachable: ({ model }: { model: string }) => `Your key can’t use ${model}.`,
  clipsStay: 'Existing clips stay as they are.',
  use: ({ model }: { model: string }) => `Use ${model}`,
  changed: ({ model }: { model: string }) => `${model} will generate new clips`,
  failed: 'Couldn’t change the model',
} as const;
