import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from '../api/query-client';
import { loadFirstTexts, TextsProvider } from '../texts/texts-provider';
import { applyAppearance } from '../ui/appearance';
import { UiProvider } from '../ui/ui-provider';
import { AppBoundary } from './app-boundary';
import { firstRowsRead } from './first-rows';
import { RoutedPages } from './routed-pages';
import { pageNavigator } from './routes';
import { StartingUp } from './starting-up';

const waitMs = 200;

applyAppearance();
const texts = await loadFirstTexts();
// The script does not wait for the document.
if (document.readyState === 'loading') {
  await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
}
await firstPageOr(waitMs);
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root".');

createRoot(root).render(
  <StrictMode>
    <AppBoundary>
      <TextsProvider first={texts}>
        <QueryClientProvider client={queryClient}>
          <UiProvider>
            <RoutedPages navigator={pageNavigator} Fallback={StartingUp} />
          </UiProvider>
        </QueryClientProvider>
      </TextsProvider>
    </AppBoundary>
  </StrictMode>,
);

/** The first page is drawn once, whole and with its rows, where they come that soon; else what is there, and the rest when it comes. */
async function firstPageOr(milliseconds: number): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
  await Promise.race([late, Promise.all([firstPageCome(), firstRowsRead()])]);
}

function firstPageCome(): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (!pageNavigator.shown().begun) return;
      end();
      resolve();
    };
    const end = pageNavigator.subscribe(look);
    look();
  });
}
