import '../api/wire/worker-address';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { queryClient } from '../api/wire/query-client';
import { subscribeKeyEnds } from '../credentials/connection';
import { loadFirstTexts, markDocument, TextsProvider } from '../texts/texts-provider';
import { applyAppearance } from '../ui/theme/appearance';
import { UiProvider } from '../ui/theme/ui-provider';
import { router } from './routes';
import { AppBoundary } from './start/app-boundary';
import { firstRequestLeft } from './start/first-request';

applyAppearance();
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root".');
const texts = await loadFirstTexts();
markDocument(texts.language);
await firstRequestLeft(router.state.matches);
subscribeKeyEnds(() => void import('./later').then(({ restart }) => restart()).catch(() => null));

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
