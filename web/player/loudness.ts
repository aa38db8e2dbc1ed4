/** How loud a movie is played, as the person sets it. */
export function createLoudness(onChange: (heard: number) => void) {
  let volume = 1;
  let isMuted = false;
  return {
    volume: (): number => volume,
    isMuted: (): boolean => isMuted,
    /** 0 to 1. */
    setVolume(wanted: number): void {
      volume = Math.min(Math.max(wanted, 0), 1);
      onChange(isMuted ? 0 : volume);
    },
    setMuted(wanted: boolean): void {
      isMuted = wanted;
      onChange(isMuted ? 0 : volume);
    },
  };
}
