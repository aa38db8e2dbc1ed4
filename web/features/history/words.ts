/** The name of the history, which pages show before they load it. */
export const panelWords = { title: 'History' } as const;
