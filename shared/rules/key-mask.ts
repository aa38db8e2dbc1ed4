/** How a secret is shown: enough to recognise it, too little to use it. */
const SHORT = 10;

/** The first six and last four characters with dots between; `***` for short ones. */
export function maskKey(key: string): string {
  return key.length <= SHORT ? '***' : `${key.slice(0, 6)}••••••${key.slice(-4)}`;
}
