import { createContext, useContext } from 'react';

/** What a page reads before it is drawn: it may send for data, throw `redirect(…)`, or throw what the page cannot do without. */
export interface LoaderArgs {
  params: Readonly<Record<string, string | undefined>>;
  /** Of the address that is gone to. */
  request: { url: string };
}

/** Whether to read again for another address of the same page. */
export interface RevalidateArgs {
  currentUrl: URL;
  nextUrl: URL;
  defaultShouldRevalidate: boolean;
}

export const ComingContext = createContext(false);

/** Whether another page is on its way. */
export function useComing(): boolean {
  return useContext(ComingContext);
}
