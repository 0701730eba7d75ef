import { useEffect, useMemo, useRef, useState } from 'react';
import { Link, useBlocker } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import { useFailingWalk } from '../../api/wire/retry';
import type { Id } from '../../contract/ids';
import { useClient } from '../../credentials/use-connection';
import type { BlankMeaning } from '../../transfer/in/mapping/mapping';
import { ApiErrorNotice } from '../../ui/display/api-error-notice';
import { Notice } from '../../ui/display/notice';
import { RetryingNotice } from '../../ui/display/retrying-notice';
import { buttonClass } from '../../ui/form/button';
import { focusWhenFree } from '../../ui/hooks/focus-when-free';
import { TableIcon } from '../../ui/icons/icons';
import { SendIcon } from '../../ui/icons/more-icons';
import { Page, PageHeader } from '../../ui/layout/page';
import { useConfirm } from '../../ui/overlay/confirm';
import { paths } from '../../url/paths';
import { CheckStep } from './check/check-step';
import { type Check, useCheck } from './check/use-check';
import { useOwnCheck } from './check/use-own-check';
import { ColumnsStep } from './columns/columns-step';
import { useTableFields } from './columns/use-fields';
import { useMapping } from './columns/use-mapping';
import { FileStep } from './file/file-step';
import { useKeptFile } from './file/use-kept-file';
import { useSource } from './file/use-source';
import styles from './import.module.css';
import { KeyStep } from './key/key-step';
import { SendStep } from './send/send-step';
import { useSending } from './send/use-sending';
import { type MainAction, StepFoot } from './step-foot';
import { Stepper } from './stepper';
import { useImportTable } from './use-table';
import { modeOfKey, type Step, type StepStop, steps, stopOf } from './wizard';

/** The five steps of an import. What one step was told is kept while another one is looked at. */
export function Wizard({ space, tableId }: { space: Id; tableId: Id }) {
  const t = useTranslations('import');
  const client = useClient();
  const env = client.environment.name;
  const { table, name, stop, unread, failing } = useImportTable(client, space, tableId);
  const walk = useFailingWalk(client);
  const fields = useTableFields(client, tableId);
  const keptFile = useKeptFile(env, tableId);
  const source = useSource(fields.targets, keptFile.keep);
  const ready = source.now.state === 'ready' ? source.now : null;
  const mapping = useMapping({ environment: env, tableId, facts: ready?.facts ?? null, targets: fields.targets });
  const check = useCheck();
  useLeaveGuard(env, check.now);
  const [step, setStep] = useState<Step>('file');
  const { mapped, key } = mapping;

  const { forget } = check;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was found holds for one file, mapping and key
  useEffect(() => forget(), [ready?.client, mapped, key, forget]);

  const wizard = { facts: ready?.facts ?? null, mapped, key, checked: check.now.state === 'done' };
  const sayStop = (which: Step): string | null => {
    const reason = stopOf(which, wizard);
    return reason === null ? null : t(`stop.${stopKeys[reason]}`);
  };
  const shown = stopOf(step, wizard) === null ? step : (steps.find((each) => stopOf(each, wizard) === null) ?? 'file');
  const heading = useRef<HTMLDivElement>(null);
  const doing = `${source.now.state} ${check.now.state}`;
  const before = useRef(doing);
  // A press that reads or checks takes its own button away: who is on the keyboard goes on from this step, not from the top of the page.
  useEffect(() => {
    if (before.current !== doing && document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true });
    before.current = doing;
  }, [doing]);
  const go = (next: Step): void => {
    setStep(next);
    heading.current?.focus();
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields are those of the targets
  const subject = useMemo(
    () =>
      ready && key
        ? {
            client,
            importer: ready.client,
            table_id: tableId,
            rows: ready.facts.rows,
            mapped,
            fields: mapped
              .filter(({ field_id }) => field_id !== 'item_id')
              .map((own) => fields.jobField(own.field_id, own.kind)),
            others: (fields.targets ?? [])
              .filter(({ field_id }) => field_id !== 'item_id' && !mapped.some((own) => own.field_id === field_id))
              .map(({ field_id, kind }) => fields.jobField(field_id, kind)),
            mode: modeOfKey(key),
          }
        : null,
    [client, ready, tableId, mapped, key, fields.targets],
  );

  const sending = useSending({
    client,
    check: check.now,
    about: { space_id: space, table_id: tableId, table_name: table?.name ?? '', file: ready?.brought.name ?? '' },
    onSent: () => {
      check.handOver();
      mapping.remember();
      keptFile.drop();
    },
  });
  function mainOf(): MainAction | null {
    const idle = check.now.state === 'none' || check.now.state === 'failed';
    if (shown === 'check' && subject && idle)
      return { label: t('check.start', { rows: subject.rows }), act: () => check.start(subject, false) };
    if (shown !== 'send' || !sending) return null;
    const { rows, written, send } = sending;
    return {
      label: written === null ? t('send.action', { rows }) : t('send.building', { rows: written }),
      icon: <SendIcon />,
      busy: written !== null,
      stop: stop ?? (rows === 0 ? t('send.nothing', { count: subject?.rows ?? 0 }) : null),
      act: () => void send(),
    };
  }

  const checkAgain = useOwnCheck(shown === 'check' ? subject : null, check);

  function readBlanks(meaning: BlankMeaning, fieldIds: readonly string[]): void {
    checkAgain();
    mapping.setBlanks(meaning, fieldIds);
    // The button goes with what it told.
    focusWhenFree(() => heading.current?.focus());
  }

  return (
    <Page look="fill" className={styles.page}>
      <div className={styles.head}>
        <PageHeader
          title={t('title', { table: name })}
          text={t('intro')}
          actions={
            <Link to={paths.records({ env, space, table: tableId })} className={buttonClass({ kind: 'ghost' })}>
              <TableIcon />
              {t('toRecords')}
            </Link>
          }
        />
        <Stepper step={shown} stopOf={sayStop} onStep={go} />
      </div>
      {stop ? (
        <Notice strip tone="staged">
          {t('readOnly', { reason: stop })}
        </Notice>
      ) : null}
      <section ref={heading} tabIndex={-1} aria-label={t(`step.${shown}`)} className={styles.body}>
        <RetryingNotice failing={walk ?? failing ?? fields.failing} look="line" />
        {unread ? <ApiErrorNotice error={unread.error} onRetry={unread.retry} /> : null}
        {shown === 'file' ? <FileStep source={source} keptFile={keptFile} /> : null}
        {shown === 'columns' && ready ? (
          <ColumnsStep ready={ready} fields={fields} mapping={mapping} tableId={tableId} tableName={name} />
        ) : null}
        {shown === 'key' && ready ? (
          <KeyStep client={client} tableId={tableId} ready={ready} fields={fields} mapping={mapping} />
        ) : null}
        {shown === 'check' && subject ? <CheckStep subject={subject} check={check} onBlanks={readBlanks} /> : null}
        {shown === 'send' && sending && check.now.state === 'done' ? (
          <SendStep found={check.now} sending={sending} rate={client.environment.requestsPerSecond} onStep={go} />
        ) : null}
      </section>
      <StepFoot step={shown} main={mainOf()} stopOf={sayStop} onStep={go} />
    </Page>
  );
}

const stopKeys: Record<NonNullable<StepStop>, 'no_file' | 'no_rows' | 'no_columns' | 'no_key' | 'not_checked'> = {
  'no-file': 'no_file',
  'no-rows': 'no_rows',
  'no-columns': 'no_columns',
  'no-key': 'no_key',
  'not-checked': 'not_checked',
};

/** Asks before another page takes away a check that runs or is done: it may have taken minutes. The way to the job that it became is free. */
function useLeaveGuard(environment: string, { state }: Check['now']): void {
  const t = useTranslations('import.leave');
  const confirm = useConfirm();
  const atStake = state === 'running' || state === 'done';
  const jobs = `${paths.jobs({ env: environment })}/`;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      atStake && nextLocation.pathname !== currentLocation.pathname && !nextLocation.pathname.startsWith(jobs),
  );

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void confirm({ title: t('title'), text: t('text'), action: t('action'), cancel: t('cancel') }).then((leaves) =>
      leaves ? blocker.proceed() : blocker.reset(),
    );
  }, [blocker, confirm, t]);
}
