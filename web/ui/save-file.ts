/** Hands a file over to the person under a name, as a download of the browser. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken hold of the bytes when the click's task has ended.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
