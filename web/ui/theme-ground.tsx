import type { ReactNode } from 'react';
import { themeDials } from './theme-dials.ts';

/**
 * What Radix Themes' styles stand on, without the code of its `Theme`, which brings tooltips and floating layers along.
 * For pages that use its plain components alone and have to be there first.
 */
export function ThemeGround({ children }: { children: ReactNode }) {
  return (
    <div
      className="radix-themes"
      data-is-root-theme="true"
      data-accent-color={themeDials.accentColor}
      data-gray-color={themeDials.grayColor}
      data-has-background="true"
      data-panel-background={themeDials.panelBackground}
      data-radius={themeDials.radius}
      data-scaling="100%"
    >
      {children}
    </div>
  );
}
