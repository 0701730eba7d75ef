import { createContext, type ReactNode, useContext } from 'react';
import type { ButtonSize } from '../form/button';

type Draw = (request: number, size: ButtonSize) => ReactNode;

const RequestLinkContext = createContext<Draw | null>(null);

/** Tells the parts in it how to lead to a request; they know neither addresses nor pages. */
export const RequestLinks = RequestLinkContext.Provider;

/** The way from what a request brought, or did not bring, to the request; nothing where nobody can lead there. */
export function RequestLink({ request, size = 'normal' }: { request: number | null | undefined; size?: ButtonSize }) {
  const draw = useContext(RequestLinkContext);
  return typeof request === 'number' && draw ? draw(request, size) : null;
}
