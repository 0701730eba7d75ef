import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import './tokens.css';
import './base.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import type { ReactNode } from 'react';
import { lazyPart, MissingParts, useIdleWork } from '../layout/lazy-part';
import { ConfirmProvider } from '../overlay/confirm';

const Toasts = lazyPart(async () => (await import('../overlay/popups')).Toasts);

/** What the primitives need around them: no style elements of their own (policy), toasts, the confirmation. */
export function UiProvider({ children }: { children: ReactNode }) {
  const toasts = useIdleWork();
  return (
    <CSPProvider disableStyleElements>
      <ConfirmProvider>{children}</ConfirmProvider>
      {toasts ? <Toasts /> : null}
      <MissingParts />
    </CSPProvider>
  );
}
