import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Client } from '../../api/wire/client';
import { keyOf } from '../../api/wire/client';
import type { Answer } from '../../api/wire/send';
import { type Operation, type OperationName, operations } from '../../contract/operations';
import type { DwTable, Workspace } from '../../contract/tables';
import { useConnection } from '../../credentials/use-connection';
import { useWritingStop } from '../../credentials/write-permission';
import { Badge } from '../../ui/display/badge';
import { Code } from '../../ui/display/code';
import { Button } from '../../ui/form/button';
import { TextField } from '../../ui/form/text-field';
import { SendIcon, StopIcon } from '../../ui/icons/later-icons';
import { Card } from '../../ui/layout/card';
import { Kbd } from '../../ui/shortcuts/kbd';
import { keysOf, useShortcuts } from '../../ui/shortcuts/shortcuts';
import { byHand } from '../../url/paths';
import styles from './explorer.module.css';
import {
  HandFields,
  type HandForm,
  handFormWithoutSecrets,
  mayWrite,
  readHandForm,
  readReturnFields,
} from './hand-form';
import { OperationFields, type Suggestion } from './operation-fields';
import { callOf, type FormTexts, withoutSecrets } from './operation-form';
import { type CallForm, type RecentCall, useCall } from './recent-calls';
import { requestText } from './reply';

const returnFieldsExample = '["*", {"space": ["*"]}]';

/** What is typed, for every operation apart: going to another one and back loses nothing. */
export interface Typed {
  texts: Readonly<Partial<Record<OperationName, FormTexts>>>;
  hand: HandForm;
  returnFields: string;
}

interface CallCardProps {
  client: Client;
  chosen: OperationName | typeof byHand;
  typed: Typed;
  onType: (typed: Typed) => void;
  onSent: (call: RecentCall) => void;
}

/** The form of the chosen operation, its exact request, and the button that sends it. */
export function CallCard({ client, chosen, typed, onType, onSent }: CallCardProps) {
  const t = useTranslations('explorer');
  const lastFour = useConnection()?.lastFour ?? null;
  const writing = useWritingStop(client.environment);
  const suggestions = useSuggestions(client);
  const { send, sending, stop } = useCall(client);
  const [tried, setTried] = useState(false);

  const texts = chosen === byHand ? {} : (typed.texts[chosen] ?? {});
  const formRead = chosen === byHand ? null : callOf(chosen, texts);
  const handRead = chosen === byHand ? readHandForm(typed.hand) : null;
  const header = readReturnFields(typed.returnFields);
  const read = formRead ?? handRead;
  const call = read?.ok && header.ok ? { ...read.call, returnFields: header.header } : null;
  const blocked = call && mayWrite(call.method, call.path) ? closedReason() : null;

  function closedReason(): string | null {
    if (writing === 'insecure') return t('insecure');
    const { name, title } = client.environment;
    return writing === null ? null : t('closed', { environment: title ?? name });
  }

  async function submit() {
    setTried(true);
    if (call === null || blocked !== null || sending) return;
    const { returnFields } = typed;
    const form: CallForm =
      chosen === byHand
        ? { operation: chosen, hand: handFormWithoutSecrets(typed.hand), returnFields }
        : { operation: chosen, texts: withoutSecrets(chosen, texts), returnFields };
    const sent = await send(call, form);
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
        {chosen === byHand ? (
          <HandFields
            form={typed.hand}
            onChange={(hand) => onType({ ...typed, hand })}
            problems={handRead === null || handRead.ok ? { path: null, body: null } : handRead}
            tried={tried}
          />
        ) : (
          <OperationFields
            name={chosen}
            texts={texts}
            onChange={(next) => onType({ ...typed, texts: { ...typed.texts, [chosen]: next } })}
            problems={formRead === null || formRead.ok ? {} : formRead.problems}
            tried={tried}
            suggestions={suggestions}
          />
        )}
        <TextField
          label={t('returnFields')}
          mono
          value={typed.returnFields}
          onChange={(returnFields) => onType({ ...typed, returnFields })}
          hint={
            header.ok && header.header !== undefined && header.header !== typed.returnFields
              ? t('returnFieldsEscaped', { header: header.header })
              : t('returnFieldsHint', { example: returnFieldsExample })
          }
          error={header.ok ? undefined : t('problem.json')}
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

function OperationNote({ chosen }: { chosen: OperationName | typeof byHand }) {
  const t = useTranslations('explorer');
  if (chosen === byHand) return t('byHandText');
  const { method, path, section, credential, optional, write } = operations[chosen] as Operation<unknown, unknown>;
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

/** Ids of workspaces and tables that were read already, by the name of the field that takes them. Nothing is asked for. */
function useSuggestions(client: Client): Readonly<Record<string, readonly Suggestion[]>> {
  const cache = useQueryClient();
  const workspaces = cache.getQueryData<Answer<Workspace[]>>(keyOf(client, 'listWorkspaces'))?.data ?? [];
  const lists = cache.getQueriesData<Answer<DwTable[]>>({ queryKey: keyOf(client, 'listTables') });
  const tables = lists.flatMap(([, answer]) => answer?.data ?? []);
  return {
    space_id: workspaces.map(({ space_id, name }) => ({ id: space_id, name: name ?? '' })),
    table_id: tables.map(({ table_id, name }) => ({ id: table_id, name: name ?? '' })),
  };
}
