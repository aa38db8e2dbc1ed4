type Result = { step: string; seconds: number; files: { name: string; seconds: number }[] };

/** Lines that hold what steps took against their budgets, which grow with the slowness of the machine. */
export function budgetLines(results: Result[], slowness: number): string[];
/** The steps that took over 1.3 times their budget, where the machine was quick enough to tell. */
export function overBudget(taken: Record<string, number>, slowness: number): string[];
