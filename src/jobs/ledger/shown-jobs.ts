const shown = new Map<string, number>();

/** A page tells of a job by itself as long as it shows it: nobody else need say that it has ended. @returns the way to say that it is shown no more */
export function showJob(id: string): () => void {
  shown.set(id, (shown.get(id) ?? 0) + 1);
  return () => {
    const left = (shown.get(id) ?? 1) - 1;
    if (left > 0) shown.set(id, left);
    else shown.delete(id);
  };
}

/** Whether a page of this tab tells of a job. */
export function isJobShown(id: string): boolean {
  return shown.has(id);
}
