import { useEffect, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Client } from '../../../api/wire/client';
import type { Id } from '../../../contract/ids';
import { canBeKey } from '../../../transfer/in/key/key-candidates';
import { ImportError } from '../../../transfer/in/worker/import-client';
import { ApiErrorNotice } from '../../../ui/display/api-error-notice';
import { Notice } from '../../../ui/display/notice';
import { Button } from '../../../ui/form/button';
import { Checkbox } from '../../../ui/form/checkbox';
import type { TableFields } from '../columns/use-fields';
import type { MappingState } from '../columns/use-mapping';
import type { SourceState } from '../file/use-source';
import styles from '../import.module.css';
import { useAnswer } from '../use-answer';
import { proposedKey, sameKey } from '../wizard';
import { KeyConsequence } from './key-consequence';
import { KeyTable } from './key-table';
import { useLastKeys } from './use-last-keys';
import { useTableKeys } from './use-table-keys';

interface KeyStepProps {
  client: Client;
  tableId: Id;
  ready: Extract<SourceState, { state: 'ready' }>;
  fields: TableFields;
  mapping: MappingState;
}

/** The third step: by what rows find their records, with what is to be known of each key before one is trusted. */
export function KeyStep({ client, tableId, ready, fields, mapping }: KeyStepProps) {
  const t = useTranslations('import.key');
  const lost = useTranslations('import')('lost');
  const { mapped, key, setKey, remembered } = mapping;
  const hasId = mapped.some(({ field_id }) => field_id === 'item_id');
  const [own, setOwn] = useState<string[][]>([]);
  const last = useLastKeys(client, tableId);
  const also = useMemo(
    () => [...own, ...[...(key ? [key] : []), ...(last ?? [])].map((ids) => [...ids])],
    [own, key, last],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: choosing one of the keys asks nothing new
  const asked = useMemo(
    () => ({
      mapped: [...mapped],
      also: also.filter((ids) => ids.every((id) => mapped.some(({ field_id }) => field_id === id))),
    }),
    [mapped, own, last],
  );
  const doctor = useAnswer(ready.client, 'keys', last === null ? null : asked);
  // Those of the question before stay while another key is looked at: nothing on the page moves by it.
  const findings = doctor.output;
  const table = useTableKeys(
    client,
    tableId,
    { importer: ready.client, mapped },
    findings?.map(({ fields: ids }) => ids) ?? [],
    (id) => fields.jobField(id, mapped.find(({ field_id }) => field_id === id)?.kind ?? 'text'),
  );
  const best = findings && last ? proposedKey(findings, last) : null;
  // What is proposed is chosen in the same picture.
  const chosenKey = key ?? best;
  const chosen = findings?.find(({ fields: ids }) => sameKey(ids, chosenKey));

  // biome-ignore lint/correctness/useExhaustiveDependencies: proposed once, when it is found
  useEffect(() => {
    if (key === null && best !== null) setKey(best);
  }, [key, best === null]);

  const recordId = useTranslations('import.columns')('recordId');
  const nameOf = (id: string): string => (id === 'item_id' ? recordId : fields.jobField(id, 'text').name);
  return (
    <>
      <div className={styles.headline}>
        <h2 className={styles.heading}>{t('title')}</h2>
        <p className={styles.lead}>
          {doctor.progress ? t('looking', { percent: Math.round(doctor.progress.share * 100) }) : t('text')}
        </p>
        <details className={styles.how}>
          <summary>{t('how')}</summary>
          <ul className={styles.examples}>
            <li>{t('textJoint')}</li>
            <li>{t('textId')}</li>
            {hasId ? <li>{t('textIdElse')}</li> : null}
            <li>{t('textSeveral')}</li>
          </ul>
        </details>
      </div>
      {doctor.failed ? <Notice tone="bad">{lost}</Notice> : null}
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
        <div className={styles.bar}>
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
        </div>
      ) : null}
      {table.error instanceof ImportError ? <Notice tone="bad">{lost}</Notice> : null}
      {table.error && !(table.error instanceof ImportError) ? (
        <ApiErrorNotice error={table.error} onRetry={table.start} />
      ) : null}
      {findings || doctor.failed ? (
        <OwnKey
          options={mapped.filter(canBeKey).map(({ field_id }) => ({ id: field_id, name: nameOf(field_id) }))}
          onUse={(ids) => {
            setOwn((before) => [...before, ids]);
            setKey(ids);
          }}
        />
      ) : null}
    </>
  );
}

function OwnKey({ options, onUse }: { options: { id: string; name: string }[]; onUse(ids: string[]): void }) {
  const t = useTranslations('import.key');
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const fields = options.filter(({ id }) => id !== 'item_id');
  if (fields.length === 0) return null;
  const chosen = fields.filter(({ id }) => ticked.has(id)).map(({ id }) => id);
  return (
    <fieldset className={styles.own}>
      <legend className={styles.small}>
        {t('own')} – {t('ownText')}
      </legend>
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
