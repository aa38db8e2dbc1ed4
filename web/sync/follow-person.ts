/** Begins a page anew when somebody else is signed in on this device, or nobody any more. */
import type { StoryreelDb } from '#data/db.ts';
import { follow } from '#data/follow.ts';
import type { PagePerson } from '#data/people/page-person.ts';
import { readPerson } from '#data/tables/device-person.ts';

type FollowPerson = {
  deviceDb: StoryreelDb;
  page: PagePerson;
  /** Fires `pageshow`: the window. */
  host: EventTarget;
  /** Ends whatever is sent and pulled for the page's person. */
  stop: () => void;
  onCrash: (error: unknown) => void;
};

/** Until the signal is aborted, and whenever the page is brought back. What the page itself writes is no news to it. */
export function followPerson({ deviceDb, page, host, stop, onCrash }: FollowPerson, signal: AbortSignal): void {
  let before: string | null | undefined;
  const see = (person: string | null): void => {
    const isNews = before !== undefined && before !== person;
    before = person;
    if (isNews) beginAnewUnlessOf(person);
  };
  const beginAnewUnlessOf = (person: string | null): void => {
    if (page.current() === undefined || page.current() === person) return;
    stop();
    void page.beginAnew();
  };
  const seeAgain = async (): Promise<void> => {
    page.comeBack();
    beginAnewUnlessOf(await readPerson(deviceDb));
  };
  // By the browser's Back button, as it was left: it has heard of nothing since.
  host.addEventListener('pageshow', (event) => {
    if ('persisted' in event && event.persisted === true) void seeAgain().catch(onCrash);
  });
  follow(() => readPerson(deviceDb), see, onCrash, signal);
}
