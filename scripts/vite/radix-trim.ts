/**
 * Drops Radix Themes' responsive variants for breakpoints that no component here names: 40 % of its style sheet.
 * A responsive prop for another breakpoint would silently have no style, so add it here when one is used.
 */
import type { AcceptedPlugin, AtRule, Rule } from 'postcss';

const keptBreakpoints = new Set(['sm']);

export const radixTrim: AcceptedPlugin = {
  postcssPlugin: 'radix-trim',
  Rule(rule: Rule) {
    const kept = rule.selectors.filter((selector) => {
      const breakpoint = /\.(xs|sm|md|lg|xl)\\:/.exec(selector)?.[1];
      return breakpoint === undefined || keptBreakpoints.has(breakpoint);
    });
    if (kept.length === 0) rule.remove();
    else if (kept.length < rule.selectors.length) rule.selectors = kept;
  },
  AtRuleExit(atRule: AtRule) {
    if (atRule.nodes?.length === 0) atRule.remove();
  },
};
