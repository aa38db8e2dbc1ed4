import { Heading } from '@radix-ui/themes';
import type { ReactNode } from 'react';
import groups from 'virtual:licences';
import { useSession } from '#api/queries/session.ts';
import { OutLink } from '#ui/out-link.tsx';
import styles from './licences-page.module.css';
import { PageBody } from './page-body.tsx';
import { PublicHeader } from './public-header.tsx';
import { licensesWords as words } from './licenses-words.ts';
import { pageTitle } from './words.ts';

/** Every package and font that is sent to the browser, with its license. */
export function LicencesPage() {
  return (
    <>
      <title>{pageTitle(words.title)}</title>
      <PublicHeader session={useSession()} />
      <PageBody>
        <div className={styles['page']}>
          <Heading as="h1" size="6">
            {words.title}
          </Heading>
          <p className="quiet">{words.lead}</p>
          <Fonts />
          <SoundEncoder />
          <Heading as="h2" size="4">
            {words.packages}
          </Heading>
          <ul className={styles['groups']}>
            {groups.map(({ packages, licence, text }) => (
              <li key={packages[0]?.name}>
                <p className={styles['names']}>{packages.map(words.package).join(', ')}</p>
                <details>
                  <summary>{licence}</summary>
                  <pre>{text}</pre>
                </details>
              </li>
            ))}
          </ul>
        </div>
      </PageBody>
    </>
  );
}

function Fonts() {
  return (
    <>
      <Heading as="h2" size="4">
        {words.fonts.title}
      </Heading>
      <p>
        {words.fonts.overlay.before}
        <Out to="/fonts/noto-sans-OFL.txt">{words.fonts.overlay.link}</Out>
        {words.fonts.overlay.after}
        {words.fonts.interface}
      </p>
    </>
  );
}

/** The WebAssembly inside @mediabunny/aac-encoder has a license of its own. */
function SoundEncoder() {
  return (
    <>
      <Heading as="h2" size="4">
        {words.encoder.title}
      </Heading>
      <p>
        {words.encoder.package}
        {words.encoder.binary.before}
        <Out to="/licences/LGPL-2.1.txt">{words.encoder.binary.link}</Out>
        {words.encoder.binary.after}
        {words.encoder.source.before}
        <OutLink href="https://github.com/FFmpeg/FFmpeg">{words.encoder.source.link}</OutLink>
        {words.encoder.source.after}
        {words.encoder.binding.before}
        <OutLink href="https://github.com/Vanilagy/mediabunny/tree/main/packages/aac-encoder">
          {words.encoder.binding.link}
        </OutLink>
        {words.encoder.binding.after}
      </p>
    </>
  );
}

/** A text that is kept with the app, and so opens without a network, too. */
function Out({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a className="link" href={to} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}
