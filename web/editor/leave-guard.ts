/** The browser asks before a page is left whose work would be lost. */
import { pagePerson } from '#data/people/page-person.ts';

let atStake = 0;

/** Answers how to let go. Whoever signs out was asked already. */
export function askBeforeLeaving(): () => void {
  atStake += 1;
  if (atStake === 1) addEventListener('beforeunload', ask);
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    atStake -= 1;
    if (atStake === 0) removeEventListener('beforeunload', ask);
  };
}

function ask(event: BeforeUnloadEvent): void {
  if (!pagePerson.isLeaving()) event.preventDefault();
}
