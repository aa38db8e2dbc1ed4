/** Holds a folder until it is closed, or this process has ended. @throws Error with a sentence where another does */
export function holdFolder(folder: string): { close(): void };
