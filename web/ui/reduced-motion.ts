import { createMediaQuery } from './media-query.ts';

/** Whether the person has asked their system for less motion. */
export const useReducedMotion = createMediaQuery('(prefers-reduced-motion: reduce)');
