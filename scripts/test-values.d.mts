export const TURNS: 3;
export function testSeed(): number;
export function testTurn(): number | 'all';
export function testSlowness(): number;
export function shareTestValues(): void;
export function treeHash(): string | undefined;
