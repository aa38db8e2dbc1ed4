/** Starts the app. */
import '@fontsource-variable/inter/wght.css';
import '#ui/radix.css';
import '#ui/tokens.css';
import '#ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App, untilDrawable } from '#app/app.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root".');
const page = createRoot(root);
// Not awaited: chunks import this one, and would wait for it in turn.
void untilDrawable().then(() =>
  page.render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
);
