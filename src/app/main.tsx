import '../api/worker-address';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { queryClient } from '../api/query-client';
import { loadFirstTexts, TextsProvider } from '../texts/texts-provider';
import { applyAppearance } from '../ui/appearance';
import { UiProvider } from '../ui/ui-provider';
import { AppBoundary } from './app-boundary';
import { router } from './routes';

applyAppearance();
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root".');
const texts = await loadFirstTexts();

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
