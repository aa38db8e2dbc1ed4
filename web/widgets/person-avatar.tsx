import { Avatar } from '@radix-ui/themes';
import type { ComponentProps } from 'react';
import type { User } from '#shared/entities/user.ts';
import { highContrast } from '#ui/high-contrast.ts';
import { initials } from './initials.ts';
import styles from './person-avatar.module.css';

type PersonAvatarProps = {
  person: Pick<User, 'firstName' | 'lastName' | 'profileImageUrl'> & { email?: string };
  size: NonNullable<ComponentProps<typeof Avatar>['size']>;
};

/** A person's picture, or their initials where there is none or it can't be loaded. The name stands beside it. */
export function PersonAvatar({ person, size }: PersonAvatarProps) {
  return (
    <span className={styles['avatar']} aria-hidden="true">
      <Avatar
        size={size}
        radius="full"
        color="gray"
        className={highContrast}
        src={person.profileImageUrl ?? ''}
        alt=""
        fallback={initials(person)}
      />
    </span>
  );
}
