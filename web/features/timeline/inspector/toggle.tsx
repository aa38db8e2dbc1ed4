import { Switch } from '@radix-ui/themes';
import { useId } from 'react';
import styles from './inspector.module.css';

type ToggleProps = { name: string; isOn: boolean; onChange: (isOn: boolean) => void };

/** A switch at the end of its name's line. */
export function Toggle({ name, isOn, onChange }: ToggleProps) {
  const id = useId();
  return (
    <div className={styles['labelRow']}>
      <label htmlFor={id}>{name}</label>
      <Switch id={id} size="1" color="gray" checked={isOn} onCheckedChange={onChange} />
    </div>
  );
}
