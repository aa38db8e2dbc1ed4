import { Avatar } from '@radix-ui/themes';
import type { ComponentProps } from 'react';
import type { User } from '#shared/entities/user.ts';
import { highContrast } from '#ui/high-contrast.ts';
import { initials } from './initials.ts';

type PersonAvatarProps = {
  person: Pick<User, 'firstName' | 'lastName' | 'profileImageUrl'> & { email?: string };
  size: NonNullable<ComponentProps<typeof Avatar>['size']>;
};

/** A person's picture, or their initials where there is none or it can't be loaded. The name stands beside it. */
export function PersonAvatar({ person, size }: PersonAvatarProps) {
  return (
    <Avatar
      size={size}
      radius="full"
      color="gray"
      className={highContrast}
      src={person.profileImageUrl ?? ''}
      alt=""
      fallback={<span aria-hidden="true">{initials(person)}</span>}
    />
  );
}
