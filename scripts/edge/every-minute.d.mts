export function ringEveryMinute(edge: { ring(): Promise<void> }): { stop(): void };
