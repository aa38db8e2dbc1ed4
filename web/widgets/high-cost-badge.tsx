import { Badge } from '@radix-ui/themes';
import { TriangleAlert } from 'lucide-react';
import { badgeWords } from './words.ts';

/** Stands beside a price that asks for a second look. */
export function HighCostBadge() {
  return (
    <Badge color="red" size="2">
      <TriangleAlert size={14} strokeWidth={2.25} aria-hidden="true" />
      {badgeWords.highCost}
    </Badge>
  );
}
