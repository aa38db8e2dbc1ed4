import { Heading } from '@radix-ui/themes';
import type { ReactNode } from 'react';
import groups from 'virtual:licences';
import { useSession } from '#api/queries/session.ts';
import styles from './licences-page.module.css';
import { PageBody } from './page-body.tsx';
import { PublicHeader } from './public-header.tsx';

/** On whose work the app stands: every package and font that is sent to the browser, with its licence. */
export function LicencesPage() {
  return (
    <>
      <title>Licences · AI Storyreel</title>
      <PublicHeader session={useSession()} />
      <PageBody>
        <div className={styles['page']}>
          <Heading as="h1" size="6">
            Licences
          </Heading>
          <p className="quiet">
            AI Storyreel stands on the work of others. This is all that is sent to your browser, and under which terms.
          </p>
          <Fonts />
          <SoundEncoder />
          <Heading as="h2" size="4">
            Packages
          </Heading>
          <ul className={styles['groups']}>
            {groups.map(({ packages, licence, text }) => (
              <li key={packages[0]?.name}>
                <p className={styles['names']}>
                  {packages.map(({ name, version }) => `${name} ${version}`).join(', ')}
                </p>
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
        Fonts
      </Heading>
      <p>
        Text in movies is set in Noto Sans, under the <Out to="/fonts/noto-sans-OFL.txt">SIL Open Font License 1.1</Out>
        . The interface is set in Inter, under the same licence; its text stands below with the package
        @fontsource-variable/inter.
      </p>
    </>
  );
}

/** The WebAssembly inside @mediabunny/aac-encoder is another work than the package around it. */
function SoundEncoder() {
  return (
    <>
      <Heading as="h2" size="4">
        AAC encoder
      </Heading>
      <p>
        Where the browser has no AAC encoder of its own, sound is encoded by the package @mediabunny/aac-encoder, under
        the Mozilla Public License 2.0. The WebAssembly in it is the AAC encoder of FFmpeg, under the{' '}
        <Out to="/licences/LGPL-2.1.txt">GNU Lesser General Public License, version 2.1</Out> or later. Its source is
        that of <Out to="https://github.com/FFmpeg/FFmpeg">FFmpeg</Out>; the code that binds it, and how both are built,
        are in <Out to="https://github.com/Vanilagy/mediabunny/tree/main/packages/aac-encoder">Mediabunny</Out>.
      </p>
    </>
  );
}

function Out({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a className="link" href={to} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}
