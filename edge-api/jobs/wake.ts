/** Tells a runner that there is something to do now. Cheap, and safe to call when no runner is running. */
export type Wake = () => void;
/** The same of jobs, which are those of one person. */
export type WakeJobs = (userId: string) => void;
