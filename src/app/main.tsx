import '../api/wire/trusted-types';
import { QueryClientProvider } from '@tanstack/react-query';
import { Component, type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { queryClient } from '../api/wire/query-client';
import { subscribeKeyEnds } from '../credentials/connection';
import { loadFirstTexts, markDocument, TextsProvider } from '../texts/texts-provider';
import { applyAppearance } from '../ui/theme/appearance';
import { UiProvider } from '../ui/theme/ui-provider';
import styles from './main.module.css';
import { router } from './routes';
import { firstRowsLoaded } from './start/first-request';

interface State {
  message: string | null;
}

/** The last resort: an error outside every page (in the providers). It is above the texts, so it is in both languages; the page is never blank. */
class AppBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { message: null };

  static getDerivedStateFromError(error: unknown): State {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    if (this.state.message === null) return this.props.children;
    return (
      <main className={styles.failed}>
        <h1>The console could not start · 控制台无法启动</h1>
        <p>
          Nothing was sent. Unsent changes stay in this browser. · 没有发送任何请求，未发送的修改仍保留在本浏览器中。
        </p>
        <pre>{this.state.message}</pre>
        <button type="button" onClick={() => location.reload()}>
          Reload · 重新加载
        </button>
      </main>
    );
  }
}

applyAppearance();
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root".');
// Before anything is waited for, so that no key ends unnoticed.
subscribeKeyEnds(() => void import('./later').then(({ restart }) => restart()).catch(() => null));
const texts = await loadFirstTexts();
markDocument(texts.language);
await firstRowsLoaded(location.pathname);

createRoot(root).render(
  <StrictMode>
    <AppBoundary>
      <TextsProvider first={texts}>
        <QueryClientProvider client={queryClient}>
          <UiProvider>
            <RouterProvider router={router} />
          </UiProvider>
        </QueryClientProvider>
      </TextsProvider>
    </AppBoundary>
  </StrictMode>,
);
