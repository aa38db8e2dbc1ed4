import { useState, type ComponentProps } from 'react';
import { goToSignIn } from '#api/visitor.ts';
import { RefusableButton } from '#ui/refusable-button.tsx';
import { showToast } from '#ui/toasts.ts';
import { signInWords } from '#widgets/words.ts';
import { usePublicRefusal } from '#widgets/use-refusals.ts';

type SignInButtonProps = Omit<ComponentProps<typeof RefusableButton>, 'refusal' | 'onPress'> & {
  /** The page to come back to; left out for the first one. */
  next?: string;
};

/** Leads to the sign-in page, which only the server has. */
export function SignInButton({ next, ...rest }: SignInButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  const press = async (): Promise<void> => {
    setIsAsking(true);
    const isThere = await goToSignIn(next);
    setIsAsking(false);
    if (!isThere) showToast({ ...signInWords.unreachable, tone: 'destructive' });
  };
  return <RefusableButton {...rest} loading={isAsking} refusal={usePublicRefusal()} onPress={() => void press()} />;
}
