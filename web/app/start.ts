/** What runs beside the screens: sync with the server, and in a built app the service worker. */

let hasStarted = false;

/** Starts it once, however many doors the app is entered by. */
export function startApp(): void {
  if (hasStarted) return;
  hasStarted = true;
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    navigator.serviceWorker.register('/sw.js').catch((error: unknown) => console.error('The app could not be kept for offline use.', error));
  }
}
