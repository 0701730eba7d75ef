let first = true;

/** Whether the document shows the page that it was opened with: it begins at its top, where the first Tab leads to the way past the navigation. */
export function isFirstPage(): boolean {
  return first;
}

/** The first page of this document has been drawn. */
export function endFirstPage(): void {
  first = false;
}
