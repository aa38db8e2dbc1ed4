/** The disk that the database and the media are on. */
export interface Disk {
  /** Writes a small file and removes it. @throws the system's error, such as ENOSPC */
  tryWrite(): Promise<void>;
  /** Bytes that this process may still write. */
  freeBytes(): Promise<number>;
}
