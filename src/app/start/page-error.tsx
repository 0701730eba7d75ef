import { Link, useLocation, useRevalidator, useRouteError } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import { ApiErrorNotice, ErrorNotice, isKeyRefused } from '../../ui/display/api-error-notice';
import { EmptyState } from '../../ui/display/notice';
import { Button, buttonClass } from '../../ui/form/button';
import { RefreshIcon, SearchIcon, ServerIcon } from '../../ui/icons/icons';

import { Page } from '../../ui/layout/page';
import { paths } from '../../url/paths';
import { environmentOf } from './last-place';
import { MissingEnvironment } from './loaders';
import styles from './page-error.module.css';

/** A page that failed, in the place of the page: the frame stays, and there is a way on. */
export function PageError() {
  const error = useRouteError();
  const { revalidate } = useRevalidator();
  if (error instanceof MissingEnvironment) return <NoEnvironment name={error.environment} />;
  if (isMissingChunk(error)) return <MissingChunk />;
  return (
    <Page>
      <ApiErrorNotice error={error} onRetry={revalidate} actions={<ReconnectLink error={error} />} />
    </Page>
  );
}

function NoEnvironment({ name }: { name: string }) {
  const t = useTranslations('frame');
  return (
    <EmptyState
      icon={<ServerIcon size={20} />}
      title={t('noEnvironmentTitle', { name })}
      text={t('noEnvironmentText')}
      actions={
        <Link to={paths.connect()} className={buttonClass({ kind: 'primary' })}>
          {t('goToConnect')}
        </Link>
      }
    />
  );
}

/** The way to another key, when this one was refused. */
function ReconnectLink({ error }: { error: unknown }) {
  const t = useTranslations('frame');
  const { pathname, search } = useLocation();
  if (!isKeyRefused(error)) return null;
  return (
    <Link
      to={paths.connect({ environment: environmentOf(pathname), next: pathname + search })}
      className={buttonClass({ kind: 'primary' })}
    >
      {t('goToConnect')}
    </Link>
  );
}

function MissingChunk() {
  const t = useTranslations('errors');
  return (
    <Page>
      <ErrorNotice
        title={t('chunk.title')}
        happened={t('chunk.happened')}
        means={t('chunk.means')}
        todo={t('chunk.todo')}
        actions={
          <Button kind="primary" icon={<RefreshIcon />} onClick={() => location.reload()}>
            {t('reload')}
          </Button>
        }
      />
    </Page>
  );
}

/** Browsers word it differently; all mean that a file of the console did not arrive. */
function isMissingChunk(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|module script failed|preload CSS/i.test(error.message);
}

/** An address that no page has. */
export function NotFound() {
  const t = useTranslations('frame');
  const { pathname } = useLocation();
  return (
    <main className={styles.page}>
      <EmptyState
        heading
        icon={<SearchIcon size={20} />}
        title={t('notFoundTitle')}
        text={t('notFoundText', { path: pathname })}
        actions={
          <Link to={paths.home()} className={buttonClass()}>
            {t('notFoundAction')}
          </Link>
        }
      />
    </main>
  );
}
