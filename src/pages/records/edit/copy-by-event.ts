/** Copies as the copy key does: the other way into the clipboard takes out of a table what spreadsheets are told there. @returns whether the browser did */
export function copyByEvent(text: string, html: string): boolean {
  let taken = false;
  const take = (event: Event) => event.preventDefault();
  const give = (event: ClipboardEvent) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    event.clipboardData?.setData('text/plain', text);
    event.clipboardData?.setData('text/html', html);
    taken = true;
  };
  document.addEventListener('beforecopy', take, true);
  document.addEventListener('copy', give, true);
  document.execCommand('copy');
  document.removeEventListener('beforecopy', take, true);
  document.removeEventListener('copy', give, true);
  return taken;
}
