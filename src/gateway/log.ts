/** One line for people; a fault with where it happened, and not with the request, which may hold a key. */
export function log(message: string, fault?: unknown): void {
  if (fault === undefined) console.log(message);
  else console.error(`${message}: ${fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)}`);
}
