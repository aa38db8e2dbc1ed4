import { Button } from '@radix-ui/themes';
import type { ComponentProps } from 'react';
import { highContrast } from './high-contrast.ts';

/** Every button that is not the screen's one lamp: soft gray, readable as enabled. */
export function QuietButton({ className = '', ...rest }: ComponentProps<typeof Button>) {
  return <Button variant="soft" color="gray" {...rest} className={`${highContrast} ${className}`} />;
}
