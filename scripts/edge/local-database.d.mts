export function startLocalDatabase(folder: string): Promise<{ url: string; close(): Promise<void> }>;
export function freePort(): Promise<number>;
