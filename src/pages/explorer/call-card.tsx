import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Client } from '../../api/wire/client';
import { keyOf } from '../../api/wire/client';
import type { Answer } from '../../api/wire/send';
import { operationDocs } from '../../contract/operation-docs';
import { operations } from '../../contract/operations';
import type { DwTable, Workspace } from '../../contract/tables';
import { useConnection } from '../../credentials/use-connection';
import { useWritingStop } from '../../credentials/write-permission';
import { Badge } from '../../ui/display/badge';
import { Code } from '../../ui/display/code';
import { Button } from '../../ui/form/button';
import { SendIcon, StopIcon } from '../../ui/icons/later-icons';
import { Card } from '../../ui/layout/card';
import { Kbd } from '../../ui/shortcuts/kbd';
import { keysOf, useShortcuts } from '../../ui/shortcuts/shortcuts';
import { byHand } from '../../url/paths';
import styles from './explorer.module.css';
import { type RecentCall, useCall } from './recent-calls';
import { requestText } from './reply';
import { RequestFields } from './request-fields';
import {
  type FormProblems,
  type FormStart,
  formOf,
  mayWrite,
  type RequestForm,
  readForm,
  withoutSecrets,
} from './request-form';

interface CallCardProps {
  client: Client;
  chosen: FormStart;
  /** Undefined: nothing yet. */
  typed: RequestForm | undefined;
  onType: (form: RequestForm) => void;
  onSent: (call: RecentCall) => void;
}

const noProblems: FormProblems = { path: null, body: null, returnFields: null };

/** The form of a request, filled by the chosen operation; its exact request, and the button that sends it. */
export function CallCard({ client, chosen, typed, onType, onSent }: CallCardProps) {
  const t = useTranslations('explorer');
  const lastFour = useConnection()?.lastFour ?? null;
  const writing = useWritingStop(client.environment);
  const ids = useKnownIds(client);
  const { send, sending, stop } = useCall(client);
  const [tried, setTried] = useState(false);
  const form = typed ?? formOf(chosen, ids);
  const read = readForm(form);
  const call = read.ok ? read.call : null;
  const blocked = call && mayWrite(call.method, call.path) ? closedReason() : null;

  function closedReason(): string | null {
    if (writing === 'insecure') return t('insecure');
    const { name, title } = client.environment;
    return writing === null ? null : t('closed', { environment: title ?? name });
  }

  async function submit() {
    setTried(true);
    if (call === null || blocked !== null || sending) return;
    const sent = await send(call, { start: chosen, form: withoutSecrets(form) });
    if (sent) onSent(sent);
  }

  // Wherever the focus is: it may be nowhere on arrival.
  useShortcuts({
    sendCall(event) {
      if (event.repeat || event.defaultPrevented || isOverlaid(event.target)) return;
      event.preventDefault();
      void submit();
    },
  });

  return (
    <Card title={chosen === byHand ? t('byHand') : chosen} note={<OperationNote chosen={chosen} />}>
      <div className={styles.stack}>
        <RequestFields
          form={form}
          onChange={onType}
          problems={read.ok ? noProblems : read.problems}
          header={call?.returnFields}
          tried={tried}
        />
        <section aria-label={t('preview')} className={styles.preview}>
          <h3>
            {t('preview')} <span>{t('previewText')}</span>
          </h3>
          {call === null ? (
            <p className="dim">{t('notReady')}</p>
          ) : (
            <Code text={requestText(call, lastFour)} wrap maxHeight="small" />
          )}
        </section>
        <div className={styles.buttons}>
          <Button
            kind="primary"
            icon={<SendIcon />}
            busy={sending}
            disabledReason={blocked ?? (tried && call === null ? t('incomplete') : null)}
            onClick={submit}
          >
            {sending ? t('sending') : t('send')}
          </Button>
          {sending ? (
            <Button icon={<StopIcon />} onClick={stop}>
              {t('stop')}
            </Button>
          ) : (
            <Kbd keys={keysOf('sendCall')} />
          )}
          {blocked === null ? null : <span className="mid">{blocked}</span>}
        </div>
      </div>
    </Card>
  );
}

/** The keys are those of what is open over the page. */
function isOverlaid(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('[role=dialog], [role=alertdialog], [role=listbox], [role=menu]') !== null
  );
}

function OperationNote({ chosen }: { chosen: FormStart }) {
  const t = useTranslations('explorer');
  if (chosen === byHand) return t('byHandText');
  const { method, path, credential, write } = operations[chosen];
  const { section, optional } = operationDocs[chosen];
  return (
    <span className={styles.note}>
      <span className="mono">
        {method} {path}
      </span>
      <Badge>{t('section', { section })}</Badge>
      <Badge>{t(`credential.${credential}`)}</Badge>
      {optional ? <Badge title={t('optionalText')}>{t('optional')}</Badge> : null}
      {write ? <Badge tone="staged">{t('writes')}</Badge> : null}
    </span>
  );
}

/** The first workspace and table that were read already, by the name of the field that takes their ID. Nothing is requested. */
function useKnownIds(client: Client): Readonly<Record<string, string | undefined>> {
  const cache = useQueryClient();
  const workspaces = cache.getQueryData<Answer<Workspace[]>>(keyOf(client, 'listWorkspaces'))?.data ?? [];
  const lists = cache.getQueriesData<Answer<DwTable[]>>({ queryKey: keyOf(client, 'listTables') });
  const tables = lists.flatMap(([, answer]) => answer?.data ?? []);
  return { space_id: workspaces[0]?.space_id, table_id: tables[0]?.table_id };
}
