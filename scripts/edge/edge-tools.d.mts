export function installEdgeTools(): Promise<void>;
export function edgeTool(name: string): unknown;
export function sqldProgram(): string;
export function bundleWorker(bundle: string, entry?: string): void;
