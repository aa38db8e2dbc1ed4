/** Tells the job runner that there is something to do now. Cheap, and safe to call when no runner is running. */
export type WakeJobs = () => void;
