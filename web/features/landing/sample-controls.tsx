import { Theme } from '@radix-ui/themes';
import type { ComponentProps } from 'react';
import { themeDials } from '#ui/theme-dials.ts';
import { PictureControls } from '#widgets/picture-controls.tsx';
import styles from './sample-controls.module.css';

/** The page itself does without the theme's code, which the controls' tooltips need. */
export function SampleControls(props: ComponentProps<typeof PictureControls>) {
  return (
    <Theme {...themeDials} hasBackground={false} className={styles['theme'] ?? ''}>
      <PictureControls {...props} />
    </Theme>
  );
}
