import type { ComponentProps } from 'react';
import { addresses } from '#api/addresses.ts';
import { RefusableButton } from '#ui/refusable-button.tsx';
import { usePublicRefusal } from '#widgets/use-refusals.ts';

type SignInButtonProps = Omit<ComponentProps<typeof RefusableButton>, 'refusal' | 'onPress'> & {
  /** The page to come back to; left out for the first one. */
  next?: string;
};

/** Leads to the sign-in page, which only the server has. */
export function SignInButton({ next, ...rest }: SignInButtonProps) {
  const address = next === undefined ? addresses.signIn : `${addresses.signIn}?next=${next}`;
  return <RefusableButton {...rest} refusal={usePublicRefusal()} onPress={() => location.assign(address)} />;
}
