/**
 * A cookie that says that somebody has just signed in in this browser, for the page that comes next. It holds no secret:
 * with it the page knows that a sign-out that it still owed the server is about a session that has ended.
 */
export const SIGNED_IN_COOKIE = 'signed_in';
