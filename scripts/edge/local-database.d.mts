export function startLocalDatabase(
  folder: string,
  options?: { keyFile?: string },
): Promise<{ url: string; rows(): Promise<{ read: number; written: number }>; close(): Promise<void> }>;
