/** Seconds as people read them. */

/** "2:05"; whole seconds, rounded to the nearest. A dash where there is no length. */
export function formatDuration(seconds: number | null): string {
  if (seconds === null) return '—';
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** "1.2 MB", "830 kB": decimal units, as file managers count. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 999_500) return `${Math.round(bytes / 1_000)} kB`;
  const megabytes = bytes / 1_000_000;
  return megabytes < 10
    ? `${megabytes.toFixed(1)} MB`
    : megabytes < 999.5
      ? `${Math.round(megabytes)} MB`
      : `${(megabytes / 1_000).toFixed(1)} GB`;
}
