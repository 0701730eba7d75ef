import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import { useClient } from '../../credentials/use-connection';
import { Page, PageHeader } from '../../ui/layout/page';
import { parseExplorerSearch, paths } from '../../url/paths';
import { CallCard } from './call-card';
import styles from './explorer.module.css';
import { OperationList, RecentList } from './operation-list';
import { forgetCalls, type RecentCall, recentCallsOptions } from './recent-calls';
import { ReplyCard } from './reply-card';
import type { FormStart, RequestForm } from './request-form';

export { keyLoader as loader } from '../../credentials/use-connection';

/** Calls any operation of the table, or any other path, by hand. */
export function Component() {
  const t = useTranslations('explorer');
  const client = useClient();
  const env = client.environment.name;
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const chosen = parseExplorerSearch(parameters).operation ?? 'listWorkspaces';
  const { data: calls } = useQuery(recentCallsOptions(client));
  // What is typed, for every operation apart: going to another one and back loses nothing.
  const [typed, setTyped] = useState<Readonly<Partial<Record<FormStart, RequestForm>>>>({});
  const [picked, setPicked] = useState<number | null>(null);
  const shown = calls.find(({ id }) => id === picked) ?? null;

  function choose({ id, start, form }: RecentCall) {
    setPicked(id);
    setTyped({ ...typed, [start]: form });
    if (start !== chosen) navigate(paths.explorer({ env }, { operation: start }));
  }

  return (
    <Page look="fill" className={styles.page}>
      <aside className={styles.aside}>
        <PageHeader title={t('title')} />
        <p className={styles.intro}>{t('text')}</p>
        <OperationList env={env} chosen={chosen} />
        <RecentList calls={calls} shown={shown} onChoose={choose} onForget={() => forgetCalls(client)} />
      </aside>
      <div className={styles.main}>
        <div className={styles.column}>
          <CallCard
            key={chosen}
            client={client}
            chosen={chosen}
            typed={typed[chosen]}
            onType={(form) => setTyped({ ...typed, [chosen]: form })}
            onSent={(call) => setPicked(call.id)}
          />
        </div>
        <div className={styles.column}>
          <ReplyCard shown={shown} />
        </div>
      </div>
    </Page>
  );
}
