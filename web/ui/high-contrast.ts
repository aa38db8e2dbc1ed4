/**
 * The class behind Radix Themes' `highContrast`. The prop itself can't be used here: its type is derived from
 * `default: undefined`, which exact optional properties turn into `never`.
 */
export const highContrast = 'rt-high-contrast';
