/** The few pages that the server draws itself: they work without a script and without anything loaded. */
import { html } from 'hono/html';

type Html = ReturnType<typeof html>;

const style = html`<style>
  :root {
    color-scheme: dark;
  }
  * {
    box-sizing: border-box;
  }
  body {
    margin: 0;
    min-height: 100vh;
    display: grid;
    place-items: center;
    padding: 24px;
    background: #111;
    color: #eee;
    font:
      14px/1.5 'Inter Variable',
      Inter,
      system-ui,
      sans-serif;
  }
  header {
    display: flex;
    gap: 10px;
    align-items: center;
    position: absolute;
    inset: 0 0 auto;
    height: 64px;
    padding: 0 24px;
    border-bottom: 1px solid #2e2e2e;
  }
  header strong {
    font-size: 16px;
    font-weight: 600;
  }
  header span {
    padding-left: 12px;
    border-left: 1px solid #484848;
    font-size: 12px;
    color: #b4b4b4;
  }
  main {
    width: 100%;
    max-width: 384px;
    margin-top: 64px;
    padding: 32px;
    background: #191919;
    border: 1px solid #2e2e2e;
    border-radius: 12px;
  }
  h1 {
    margin: 0 0 4px;
    font-size: 20px;
    line-height: 28px;
    font-weight: 600;
    letter-spacing: -0.01em;
  }
  p {
    margin: 0 0 24px;
    color: #b4b4b4;
  }
  label {
    display: block;
    margin-bottom: 16px;
    font-weight: 500;
  }
  input {
    display: block;
    width: 100%;
    margin-top: 4px;
    padding: 10px 12px;
    font: inherit;
    color: #eee;
    background: #111;
    border: 1px solid #606060;
    border-radius: 8px;
  }
  button,
  .way {
    display: block;
    width: 100%;
    min-height: 44px;
    padding: 10px 16px;
    font: inherit;
    font-weight: 600;
    text-align: center;
    text-decoration: none;
    border: 1px solid transparent;
    border-radius: 8px;
    cursor: pointer;
  }
  button,
  .way.primary {
    color: #21201c;
    background: #ffc53d;
  }
  button:hover,
  .way.primary:hover {
    background: #ffba18;
  }
  .way {
    margin: 0 0 16px;
    color: #eee;
    background: #222;
    border-color: #606060;
  }
  .way:hover {
    background: #2a2a2a;
  }
  .way ~ .local {
    margin-top: 32px;
    padding-top: 24px;
    border-top: 1px solid #2e2e2e;
  }
  :focus-visible {
    outline: 2px solid #ffc53d;
    outline-offset: 2px;
  }
  a:not(.way) {
    color: #ffca16;
  }
  [role='alert'] {
    margin: 16px 0;
    padding: 10px 12px;
    color: #ff9592;
    background: #3b1219;
    border-radius: 8px;
  }
</style>`;

function page(title: string, content: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · AI Storyreel</title>
        <link rel="icon" href="/icons/storyreel.svg" type="image/svg+xml" />
        ${style}
      </head>
      <body>
        <header>
          <img src="/icons/storyreel.svg" alt="" width="28" height="28" /><strong>AI Storyreel</strong
          ><span>Powered by Veo 3.1</span>
        </header>
        <main>${content}</main>
      </body>
    </html>`;
}

export type SignInForm = { email: string; firstName: string; lastName: string; next: string };

/** What there is to choose from: providers to go to, and the form of this machine's own sign-in. */
export type WaysIn = { providers: readonly { id: string; label: string }[]; hasForm: boolean };

/** Offers the ways to sign in. `problem` is a sentence about the form that was sent before. */
export function signInPage({ providers, hasForm }: WaysIn, form: SignInForm, problem: string | null): Html {
  return page(
    'Sign in',
    html`<h1>Sign in to AI Storyreel</h1>
      ${providers.length === 0 ? '' : html`<p>Choose who tells us who you are.</p>`}
      ${providers.map(
        ({ id, label }) =>
          html`<a class="way" href="/api/login/${id}?${new URLSearchParams({ next: form.next }).toString()}"
            >Continue with ${label}</a
          >`,
      )}
      ${hasForm ? localForm(form, problem) : ''}`,
  );
}

function localForm(form: SignInForm, problem: string | null): Html {
  return html`<p class="local">This server is on your own machine, so it asks for no password.</p>
    ${problem === null ? '' : html`<div role="alert">${problem}</div>`}
    <form method="post" action="/api/login">
      <input type="hidden" name="next" value="${form.next}" />
      <label
        >E-mail<input
          name="email"
          type="email"
          required
          autocomplete="email"
          autofocus
          maxlength="254"
          value="${form.email}"
      /></label>
      <label
        >First name<input name="firstName" autocomplete="given-name" maxlength="80" value="${form.firstName}"
      /></label>
      <label
        >Last name<input name="lastName" autocomplete="family-name" maxlength="80" value="${form.lastName}"
      /></label>
      <button type="submit">Sign in</button>
    </form>`;
}

/** Says why nobody was signed in, and offers to begin again on the way to the same page. */
export function problemPage(sentence: string, next = '/'): Html {
  return page(
    'Sign in',
    html`<h1>You are not signed in</h1>
      <div role="alert">${sentence}</div>
      <a class="way primary" href="/api/login?${new URLSearchParams({ next }).toString()}">Try again</a>
      <a href="/landing">Back to the start page</a>`,
  );
}

/** Shown where no way to sign in is set up. */
export function noSignInPage(): Html {
  return page(
    'Sign in',
    html`<h1>Nobody can sign in here yet</h1>
      <p>
        This server has no way to sign in. Whoever runs it has to set one up, or switch on LOCAL_SIGN_IN on a machine of
        their own.
      </p>
      <a href="/landing">Back to the start page</a>`,
  );
}

/** Asks again when it isn't sure that the person wanted to sign out. */
export function signOutPage(): Html {
  return page(
    'Sign out',
    html`<h1>Sign out of AI Storyreel?</h1>
      <p>Your projects stay as they are.</p>
      <form method="post" action="/api/logout"><button type="submit">Sign out</button></form>`,
  );
}
