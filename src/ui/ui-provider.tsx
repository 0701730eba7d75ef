import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import './tokens.css';
import './base.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { Toast } from '@base-ui/react/toast';
import { Tooltip } from '@base-ui/react/tooltip';
import type { ReactNode } from 'react';
import { ConfirmProvider } from './confirm';
import { Toasts, toasts } from './toast';

/** What the primitives need around them: no style elements of their own (policy), tooltips, toasts, the one question. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <CSPProvider disableStyleElements>
      <Tooltip.Provider delay={450}>
        <Toast.Provider toastManager={toasts} limit={4}>
          <ConfirmProvider>{children}</ConfirmProvider>
          <Toasts />
        </Toast.Provider>
      </Tooltip.Provider>
    </CSPProvider>
  );
}
