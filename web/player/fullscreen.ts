/** Shows a stage on the whole screen, or no longer. @throws TypeError where the browser refuses */
export async function toggleFullscreen(stage: HTMLElement): Promise<void> {
  if (document.fullscreenElement === stage) await document.exitFullscreen();
  else await stage.requestFullscreen();
}
