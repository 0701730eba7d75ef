import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Client } from '../../../api/wire/client';
import type { Id } from '../../../contract/ids';
import { lastKeys } from '../../../jobs/ledger/use-jobs';
import { ownerOf } from '../../../jobs/runner/run-connection';
import { canBeKey } from '../../../transfer/in/key/key-candidates';
import { isById, type KeyFinding } from '../../../transfer/in/key/key-quality';
import { ApiErrorNotice } from '../../../ui/display/api-error-notice';
import { Notice } from '../../../ui/display/notice';
import { Button } from '../../../ui/form/button';
import { Checkbox } from '../../../ui/form/checkbox';
import type { MappingState } from '../columns/use-mapping';
import type { ReadySource } from '../file/use-source';
import { Bar, Examples, Small, StepHead } from '../step-parts';
import type { TableFields } from '../use-import-table';
import { useWorkerQuery } from '../use-worker-query';
import { type KeyChoice, proposedKey, sameKey } from '../wizard';
import styles from './key-step.module.css';
import { KeyTable } from './key-table';
import { useTableKeys } from './use-table-keys';

interface KeyStepProps {
  client: Client;
  tableId: Id;
  ready: ReadySource;
  fields: TableFields;
  mapping: MappingState;
}

/** The third step: by what rows find their records, with what is to be known of each key before one is trusted. */
export function KeyStep({ client, tableId, ready, fields, mapping }: KeyStepProps) {
  const t = useTranslations('import.key');
  const workerLost = useTranslations('import')('lost');
  const { mapped, key, setKey, remembered } = mapping;
  const hasId = mapped.some(({ field_id }) => field_id === 'item_id');
  /** Keys that are judged in any case: the one preselected when the step is opened, and those that were tried. */
  const [tried, setTried] = useState<readonly KeyChoice[]>(key ? [key] : []);
  const last = useLastKeys(client, tableId);
  const asked = useMemo(() => {
    const isMapped = (ids: KeyChoice) => ids.every((id) => mapped.some(({ field_id }) => field_id === id));
    const also = [...tried, ...(last ?? [])].filter(isMapped).map((ids) => [...ids]);
    return last === null ? null : { mapped: [...mapped], also };
  }, [mapped, tried, last]);
  const judged = useWorkerQuery(ready.client, 'keys', asked);
  // The findings for the previous key stay until the new ones are there, so the page does not jump.
  const findings = judged.output;
  const table = useTableKeys(client, tableId, findings?.map(({ fields: ids }) => ids) ?? [], (id) =>
    fields.jobField(id, mapped.find(({ field_id }) => field_id === id)?.kind ?? 'text'),
  );
  const best = findings && last ? proposedKey(findings, last) : null;
  // What is proposed is chosen in the same picture.
  const chosenKey = key ?? best;
  const chosen = findings?.find(({ fields: ids }) => sameKey(ids, chosenKey));

  const onlyId = chosenKey !== null && isById(chosenKey);
  const meaning = onlyId ? 'textId' : hasId ? mixedText(chosen) : 'text';

  useEffect(() => {
    if (key === null && best !== null) setKey(best);
  }, [key, best, setKey]);

  const recordId = useTranslations('import.columns')('recordId');
  const nameOf = (id: string): string => (id === 'item_id' ? recordId : fields.jobField(id, 'text').name);
  return (
    <>
      <StepHead
        title={t('title')}
        text={judged.progress ? t('looking', { percent: Math.round(judged.progress.share * 100) }) : t(meaning)}
      >
        <details className={styles.how}>
          <summary>{t('how')}</summary>
          <Examples>
            <li>{t('textJoint')}</li>
            {onlyId ? null : <li>{t('textId')}</li>}
            {hasId && meaning !== 'textIdElse' ? <li>{t('textIdElse')}</li> : null}
            <li>{t('textSeveral')}</li>
          </Examples>
        </details>
      </StepHead>
      {judged.failed ? <Notice tone="bad">{workerLost}</Notice> : null}
      {findings && findings.length === 0 ? <p>{t('noCandidate')}</p> : null}
      {findings && last && findings.length > 0 && chosenKey === null ? <p>{t('noneProposed')}</p> : null}
      {findings && findings.length > 0 ? (
        <KeyTable
          findings={findings}
          chosen={chosenKey}
          best={best}
          remembered={remembered ?? last?.find((ids) => findings.some((own) => sameKey(own.fields, ids))) ?? null}
          hasId={hasId}
          nameOf={nameOf}
          table={table}
          onChoose={setKey}
        />
      ) : null}
      {chosen ? <KeyConsequence finding={chosen} nameOf={nameOf} /> : null}
      {findings && findings.length > 0 ? (
        <Bar>
          {/* One button, so that who pressed it on the keyboard does not lose it. */}
          <Button size="small" onClick={table.state === 'reading' ? table.stop : table.start}>
            {t(table.state === 'reading' ? 'stopLooking' : table.state === 'done' ? 'lookAgain' : 'look')}
          </Button>
          <span>
            {table.state === 'reading'
              ? t('lookingTable', { rows: table.rows, requests: table.requests })
              : table.state === 'done'
                ? t('looked', { rows: table.rows })
                : t('lookText', { rate: client.environment.requestsPerSecond })}
          </span>
        </Bar>
      ) : null}
      {table.error ? <ApiErrorNotice error={table.error} onRetry={table.start} /> : null}
      {findings || judged.failed ? (
        <OwnKey
          options={mapped.filter(canBeKey).map(({ field_id }) => ({ id: field_id, name: nameOf(field_id) }))}
          onUse={(ids) => {
            setTried((before) => [...before, ids]);
            setKey(ids);
          }}
        />
      ) : null}
    </>
  );
}

/** What a key means in a file with record IDs: the rows that have one are never created. */
function mixedText(chosen: KeyFinding | undefined): 'text' | 'textIdElse' | 'textIdFirst' {
  if (chosen === undefined) return 'textIdElse';
  const { rows, byId, empty } = chosen;
  return byId === 0 ? 'text' : rows > byId + empty ? 'textIdElse' : 'textIdFirst';
}

function OwnKey({ options, onUse }: { options: { id: string; name: string }[]; onUse(ids: string[]): void }) {
  const t = useTranslations('import.key');
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const fields = options.filter(({ id }) => id !== 'item_id');
  if (fields.length === 0) return null;
  const chosen = fields.filter(({ id }) => ticked.has(id)).map(({ id }) => id);
  return (
    <fieldset className={styles.own}>
      <Small as="legend">
        {t('own')} – {t('ownText')}
      </Small>
      <div className={styles.ticks}>
        {fields.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={ticked.has(id)}
            onChange={(on) => {
              const next = new Set(ticked);
              if (on) next.add(id);
              else next.delete(id);
              setTicked(next);
            }}
          />
        ))}
      </div>
      <Button size="small" disabledReason={chosen.length === 0 ? t('pick') : null} onClick={() => onUse(chosen)}>
        {t('use')}
      </Button>
    </fieldset>
  );
}

interface KeyConsequenceProps {
  finding: KeyFinding;
  nameOf(fieldId: string): string;
}

/** What the chosen key does with the rows of this file, in numbers, as far as the file alone shows. */
function KeyConsequence({ finding, nameOf }: KeyConsequenceProps) {
  const t = useTranslations('import.key.consequence');
  const { fields, rows, byId, empty, unfit, duplicates } = finding;
  const names = fields.map(nameOf).join(' + ');
  const rest = rows - byId - empty;
  return (
    <p role="status" className={styles.consequence}>
      {isById(fields) ? (
        t('idAlone', { count: rest })
      ) : (
        <>
          {byId > 0 ? `${t('byId', { count: byId })} ` : null}
          {rest > 0 || byId === 0 ? t('byFields', { count: rest, fields: names }) : t('idMissing', { fields: names })}
        </>
      )}
      {duplicates > 0 ? <b> {t('duplicates', { count: duplicates })}</b> : null}
      {empty > 0 ? <b> {t('empty', { count: empty })}</b> : null}
      {unfit > 0 ? ` ${t('unfit', { count: unfit })}` : null}
    </p>
  );
}

/** The keys of the last jobs of a table, the newest first; null while they are looked for. */
function useLastKeys(client: Client, tableId: Id): readonly KeyChoice[] | null {
  const { data = null } = useQuery({
    queryKey: ['import-last-keys', client.environment.name, tableId],
    queryFn: () => lastKeys(ownerOf(client), tableId).catch((): KeyChoice[] => []),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return data;
}
