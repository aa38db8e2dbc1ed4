/**
 * The few pages that the server renders. They work without scripts (then in the dark theme) and without loading
 * anything.
 */
import { html, raw } from 'hono/html';
import { signInWords as words } from './words.ts';

type Html = ReturnType<typeof html>;

const style = html`<style>
  @font-face {
    font-family: 'Inter Variable';
    src: url('/fonts/inter-latin.woff2') format('woff2');
    font-weight: 100 900;
    font-display: swap;
  }
  :root {
    color-scheme: dark;
    --floor: #111;
    --panel: #191919;
    --field: #111;
    --raised: #222;
    --raised-hover: #2a2a2a;
    --line: #2e2e2e;
    --strong: #606060;
    --text: #eee;
    --quiet: #b4b4b4;
    --ring: #ffc53d;
    --bad: #ff9592;
    --bad-ground: #3b1219;
  }
  :root.light {
    color-scheme: light;
    --floor: #f0f0f0;
    --panel: #fff;
    --field: #f9f9f9;
    --raised: #f0f0f0;
    --raised-hover: #e8e8e8;
    --line: #d9d9d9;
    --strong: #838383;
    --text: #202020;
    --quiet: #646464;
    --ring: #ab6400;
    --bad: #ce2c31;
    --bad-ground: #feebec;
  }
  * {
    box-sizing: border-box;
  }
  body {
    margin: 0;
    min-height: 100vh;
    min-height: 100dvh;
    display: grid;
    place-items: center;
    padding: 80px 16px 24px;
    background: var(--floor);
    color: var(--text);
    font:
      14px/20px 'Inter Variable',
      system-ui,
      sans-serif;
    -webkit-font-smoothing: antialiased;
  }
  header {
    position: absolute;
    inset: 0 0 auto;
    border-bottom: 1px solid var(--line);
  }
  header a {
    display: flex;
    gap: 10px;
    align-items: center;
    max-width: 1440px;
    height: 56px;
    margin: 0 auto;
    padding: 0 16px;
    color: inherit;
    text-decoration: none;
  }
  header b {
    display: flex;
    flex-direction: column;
    font-size: 14px;
    line-height: 18px;
    font-weight: 600;
    color: var(--text);
  }
  header small {
    font-size: 12px;
    line-height: 15px;
    font-weight: 400;
    color: var(--quiet);
  }
  header svg path {
    fill: none;
    stroke: var(--text);
    stroke-width: 2.25;
    stroke-linecap: round;
  }
  header svg circle {
    fill: var(--text);
  }
  header svg .lamp {
    fill: var(--ring);
  }
  main {
    width: 100%;
    max-width: 384px;
    padding: 24px;
    background: var(--panel);
    border: 1px solid var(--line);
    border-radius: 18px;
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
    color: var(--quiet);
  }
  label {
    display: block;
    margin-bottom: 16px;
    font-weight: 500;
  }
  input {
    display: block;
    width: 100%;
    height: 44px;
    margin-top: 8px;
    padding: 0 12px;
    font: inherit;
    font-size: 16px;
    font-weight: 400;
    color: inherit;
    background: var(--field);
    border: 1px solid var(--strong);
    border-radius: 9px;
  }
  ::placeholder {
    color: var(--quiet);
    opacity: 1;
  }
  button,
  .way {
    display: block;
    width: 100%;
    min-height: 44px;
    padding: 11px 16px;
    font: inherit;
    font-size: 16px;
    font-weight: 500;
    text-align: center;
    text-decoration: none;
    border: 1px solid transparent;
    border-radius: 9px;
    cursor: pointer;
  }
  button {
    margin-top: 24px;
  }
  .way {
    margin: 0 0 12px;
    color: var(--text);
    background: var(--raised);
    border-color: var(--strong);
  }
  .way:hover {
    background: var(--raised-hover);
  }
  button,
  .way.primary {
    color: #21201c;
    background: #ffc53d;
    border-color: transparent;
  }
  button:hover,
  .way.primary:hover {
    background: #ffba18;
  }
  .way ~ .local {
    margin-top: 24px;
    padding-top: 24px;
    border-top: 1px solid var(--line);
  }
  :focus-visible {
    outline: 2px solid var(--ring);
    outline-offset: 2px;
  }
  .back {
    display: inline-block;
    padding: 4px 0;
    color: var(--text);
    text-underline-offset: 3px;
  }
  [role='alert'] {
    margin: 12px 0 20px;
    padding: 10px 12px;
    color: var(--bad);
    background: var(--bad-ground);
    border-radius: 9px;
  }
  @media (min-width: 768px) {
    header a {
      height: 64px;
      padding: 0 24px;
    }
    header b {
      flex-direction: row;
      align-items: center;
      font-size: 16px;
      line-height: 24px;
    }
    header small {
      margin-left: 12px;
      padding-left: 12px;
      border-left: 1px solid var(--line);
    }
    main {
      padding: 32px;
    }
  }
  @media (min-width: 1280px) {
    header a {
      padding: 0 64px;
    }
  }
</style>`;

/** Not in the template, because a bundler splits a template at a closing script tag. */
const themeScript = raw('<script src="/theme.js"></script>');

function page(title: string, content: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#111111" />
        <title>${words.pageTitle({ title })}</title>
        ${themeScript}
        <link rel="icon" href="/icons/storyreel.svg" type="image/svg+xml" />
        ${style}
      </head>
      <body>
        <header>
          <a href="/landing"
            ><svg viewBox="0 0 24 24" width="28" height="28" aria-hidden="true">
              <g transform="translate(0 .25)">
                <path d="M16.35 5.1A4.75 4.75 0 1 0 12 11.75A4.75 4.75 0 1 1 7.65 18.4" />
                <circle class="lamp" cx="12" cy="7.25" r="1.6" />
                <circle cx="12" cy="16.75" r="1.6" />
              </g></svg
            ><b>${words.brand} <small>${words.poweredBy}</small></b></a
          >
        </header>
        <main>${content}</main>
      </body>
    </html>`;
}

export type SignInForm = { email: string; firstName: string; lastName: string; next: string };

/** The ways to sign in: providers, and the form for local sign-in. */
export type WaysIn = { providers: readonly { id: string; label: string }[]; hasForm: boolean };

/** The sign-in page. `problem` is a sentence about the submitted form. */
export function signInPage({ providers, hasForm }: WaysIn, form: SignInForm, problem: string | null): Html {
  return page(
    words.title,
    html`<h1>${words.heading}</h1>
      ${providers.length === 0 ? '' : html`<p>${words.choose}</p>`}
      ${providers.map(
        ({ id, label }) =>
          html`<a class="way" href="/api/login/${id}?${new URLSearchParams({ next: form.next }).toString()}"
            >${words.continueWith({ provider: label })}</a
          >`,
      )}
      ${hasForm ? localForm(form, problem) : ''}`,
  );
}

function localForm(form: SignInForm, problem: string | null): Html {
  return html`<p class="local">${words.local}</p>
    ${problem === null ? '' : html`<div role="alert">${problem}</div>`}
    <form method="post" action="/api/login">
      <input type="hidden" name="next" value="${form.next}" />
      <label
        >${words.email}<input
          name="email"
          type="email"
          required
          autocomplete="email"
          autofocus
          maxlength="254"
          value="${form.email}"
      /></label>
      <label
        >${words.firstName}<input
          name="firstName"
          autocomplete="given-name"
          placeholder="${words.optional}"
          maxlength="80"
          value="${form.firstName}"
      /></label>
      <label
        >${words.lastName}<input
          name="lastName"
          autocomplete="family-name"
          placeholder="${words.optional}"
          maxlength="80"
          value="${form.lastName}"
      /></label>
      <button type="submit">${words.submit}</button>
    </form>`;
}

/** Says why sign-in failed, with a link to try again that leads to the same page. */
export function problemPage(sentence: string, next = '/'): Html {
  return page(
    words.title,
    html`<h1>${words.failed}</h1>
      <div role="alert">${sentence}</div>
      <a class="way primary" href="/api/login?${new URLSearchParams({ next }).toString()}">${words.tryAgain}</a>
      <a class="back" href="/landing">${words.toStart}</a>`,
  );
}

/** Shown where no way to sign in is set up. */
export function noSignInPage(): Html {
  return page(
    words.title,
    html`<h1>${words.noWay.heading}</h1>
      <p>${words.noWay.text}</p>
      <a class="back" href="/landing">${words.toStart}</a>`,
  );
}

/** Asks for confirmation when the request may not be the person's own. */
export function signOutPage(): Html {
  return page(
    words.signOut,
    html`<h1>${words.signOutHeading}</h1>
      <p>${words.signOutText}</p>
      <form method="post" action="/api/logout"><button type="submit">${words.signOut}</button></form>`,
  );
}
