/**
 * Says whose page makes a call, by the person's id. The cookie may be somebody else's by then, who has signed in in another
 * tab: such a call is refused as one of nobody (401), and changes nothing and tells nothing of theirs.
 */
export const PERSON_HEADER = 'Storyreel-Person';
