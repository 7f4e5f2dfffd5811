/** What the modules use and the library of TypeScript does not have. */

declare var mdp2048Responses: Record<string, Promise<Response>> | undefined;

interface Navigator {
  /** In GiB; only Chromium states it. */
  deviceMemory?: number;
  /** Only Chromium has it. */
  connection?: { saveData: boolean };
}

interface FileSystemFileHandle {
  move?(name: string): Promise<void>;
}

/** Only workers have it. */
declare class FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}
