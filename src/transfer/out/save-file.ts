import type { ExportRun } from './export-run';
import { manifestName } from './manifest';

/** Gives a file to the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Gives the manifest of an export to the browser's downloads. */
export function saveManifest(run: ExportRun): void {
  saveFile(new Blob([run.manifest()], { type: 'application/json' }), manifestName(run.state().fileName));
}

/** Saves the file of an export and its manifest as soon as it is there; a file that was written to the disk is there already. */
export function saveWhenDone(run: ExportRun): void {
  const stop = run.subscribe(() => {
    const { phase, file, fileName } = run.state();
    if (phase === 'running' || phase === 'paused') return;
    stop();
    if (phase !== 'done') return;
    if (file) saveFile(file, fileName);
    saveManifest(run);
  });
}
