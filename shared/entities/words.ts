/** Why a value is refused. What begins with "must" follows the name of the field. */
export const valueWords = {
  id: 'must be a UUIDv7',
  sha256: 'must be a SHA-256 in hexadecimal',
  color: 'must be a color such as #FFFFFF',
  overlayTimes: 'Start time must be before end time',
  audioTimes: 'must be at least 0.1 s after inSeconds',
  eachIdOnce: 'must name each id once',
} as const;
