/**
 * Whose database this page has. It is settled once, as soon as it is known who is signed in, and never changed: whoever
 * comes after that gets a page of their own.
 */

/** The device's own database: what belongs to nobody, and who is signed in. */
export const DATABASE_NAME = 'storyreel';

/** @param userId null for nobody, whose rows the device's own database has */
export function databaseNameOf(userId: string | null): string {
  return userId === null ? DATABASE_NAME : `${DATABASE_NAME}-${userId}`;
}

/** Whether a database is the device's own or a person's. */
export function isOurDatabase(name: string): boolean {
  return name === DATABASE_NAME || name.startsWith(`${DATABASE_NAME}-`);
}

export type PagePerson = {
  /** Undefined as long as it isn't known. */
  current(): string | null | undefined;
  /** The first call settles whose page this is. Answers whether it is this person's. */
  settle(userId: string | null): boolean;
  readonly untilSettled: Promise<string | null>;
  /** Loads the page anew, unless it is being left. It never resolves, so that nothing goes on here. */
  beginAnew(): Promise<never>;
  /** The page goes elsewhere by itself: from now on nothing loads it anew, unless the browser brings it back. */
  leave(): void;
  comeBack(): void;
  isLeaving(): boolean;
};

export function createPagePerson(reload: () => void): PagePerson {
  let person: string | null | undefined;
  let isLeaving = false;
  let resolve: (userId: string | null) => void = () => {};
  const untilSettled = new Promise<string | null>((settled) => (resolve = settled));
  return {
    untilSettled,
    current: () => person,
    settle(userId) {
      if (person === undefined) {
        person = userId;
        resolve(userId);
      }
      return person === userId;
    },
    beginAnew() {
      if (!isLeaving) reload();
      return new Promise<never>(() => {});
    },
    leave() {
      isLeaving = true;
    },
    comeBack() {
      isLeaving = false;
    },
    isLeaving: () => isLeaving,
  };
}

export const pagePerson = createPagePerson(() => location.reload());
