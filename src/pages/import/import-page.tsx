import { useMemo, useRef, useState } from 'react';
import { Link, type LoaderFunctionArgs, useParams } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import { prefetchTableConfig } from '../../api/queries/tables';
import { queryClient, useFailingWalk } from '../../api/wire/query-client';
import type { Id } from '../../contract/ids';
import { requireClient, useClient } from '../../credentials/use-connection';
import { ApiErrorNotice } from '../../ui/display/api-error-notice';
import { Notice } from '../../ui/display/notice';
import { RetryingNotice } from '../../ui/display/retrying-notice';
import { buttonClass } from '../../ui/form/button';
import { focusWhenFree, useFocusWhenFree } from '../../ui/hooks/focus-when-free';
import { TableIcon } from '../../ui/icons/icons';
import { SendIcon } from '../../ui/icons/later-icons';
import { Page, PageHeader } from '../../ui/layout/page';
import { useConfirm } from '../../ui/overlay/confirm';
import { useLeaveGuard } from '../../ui/overlay/leaving';
import { paths } from '../../url/paths';
import { CheckStep } from './check/check-step';
import { type CheckState, type CheckSubject, isChecked, isSettled } from './check/import-check';
import { useCheck } from './check/use-check';
import { useFixes } from './check/use-fixes';
import { ColumnsStep } from './columns/columns-step';
import { useMapping } from './columns/use-mapping';
import { FileStep } from './file/file-step';
import { useSavedFile } from './file/uploaded-file';
import { useSource } from './file/use-source';
import styles from './import-page.module.css';
import { KeyStep } from './key/key-step';
import { SendStep, useSending } from './send/send-step';
import { readTargetFields, useImportTable, useTableFields } from './use-import-table';
import { modeOfKey, type Step, steps, stopOf } from './wizard';
import { type MainAction, StepFoot, Stepper } from './wizard-frame';

export async function loader({ params, request }: LoaderFunctionArgs) {
  const client = await requireClient(params.env ?? '', request);
  void prefetchTableConfig(queryClient, client, params.table ?? '');
  return null;
}

/**
 * Imports rows of a file into a table in five steps: file, columns, key, check, send. What was chosen in one step is kept while another one is open;
 * nothing is sent before the last. Another table is another import.
 */
export function Component() {
  const { env = '', space = '', table = '' } = useParams();
  return <Wizard key={`${env}/${space}/${table}`} space={space} tableId={table} />;
}

function Wizard({ space, tableId }: { space: Id; tableId: Id }) {
  const t = useTranslations('import');
  const client = useClient();
  const env = client.environment.name;
  const { table, name, stop, unread, failing } = useImportTable(client, space, tableId);
  const walk = useFailingWalk(client);
  const fields = useTableFields(client, tableId);
  const { targetFields, jobField } = fields;
  const savedFile = useSavedFile(env, tableId);
  const source = useSource(() => readTargetFields(client, tableId), savedFile.keep);
  const ready = source.now.state === 'ready' ? source.now : null;
  const mapping = useMapping({ environment: env, tableId, facts: ready?.facts ?? null, targetFields });
  const { mapped, key } = mapping;
  const fixes = useFixes(ready?.facts ?? null, mapped);
  // What was fixed counts in every step.
  const fixedMapping = { ...mapping, mapped: fixes.mapped };
  const [step, setStep] = useState<Step>('file');
  const heading = useRef<HTMLDivElement>(null);

  const subject = useMemo((): CheckSubject | null => {
    if (!ready || !key) return null;
    const written = mapped.filter(({ field_id }) => field_id !== 'item_id');
    const others = targetFields?.filter(
      ({ field_id }) => field_id !== 'item_id' && !written.some((own) => own.field_id === field_id),
    );
    return {
      client,
      importer: ready.client,
      table_id: tableId,
      rows: ready.facts.rows,
      fields: written.map(({ field_id, kind }) => jobField(field_id, kind)),
      others: (others ?? []).map(({ field_id, kind }) => jobField(field_id, kind)),
      mode: modeOfKey(key),
      mapped,
    };
  }, [client, ready, tableId, mapped, key, targetFields, jobField]);

  const choices = { facts: ready?.facts ?? null, mapped, key };
  const check = useCheck(
    subject,
    fixes.mapped,
    step === 'check' && stopOf('check', { ...choices, checked: false }) === null,
  );
  useLeaveQuestion(env, check.now);
  const progress = { ...choices, checked: isChecked(check.now) };
  const describeStop = (which: Step): string | null => {
    const reason = stopOf(which, progress);
    return reason === null ? null : t(`stop.${reason}`);
  };
  // Where a step cannot be entered any more, or not yet, the nearest before it.
  const settled = { ...choices, checked: isSettled(check.now) };
  const shown = steps.slice(0, steps.indexOf(step) + 1).findLast((each) => stopOf(each, settled) === null) ?? 'file';
  const [settling, setSettling] = useState(false);
  const go = async (next: Step): Promise<void> => {
    if (next === 'send') {
      // The press that leaves a fixed cell goes on as soon as its row is checked again. What was rendered does not know of the fix yet.
      setSettling(true);
      const isComplete = await check.settled();
      setSettling(false);
      if (!isComplete) return;
    }
    setStep((now) => (now === step ? next : now));
    heading.current?.focus();
  };

  // A press that reads or checks removes its own button: the keyboard continues from this step, not from the top of the page.
  useFocusWhenFree(`${source.now.state} ${check.now.state}`, () => heading.current?.focus({ preventScroll: true }));

  const sending = useSending({
    client,
    check: check.now,
    about: { space_id: space, table_id: tableId, table_name: table?.name ?? '', file: ready?.file.name ?? '' },
    onSent: () => {
      mapping.remember();
      savedFile.drop();
    },
  });
  function mainOf(): MainAction | null {
    const isIdle = check.now.state === 'none' || check.now.state === 'failed';
    if (shown === 'check' && subject && isIdle)
      return { label: t('check.start', { rows: subject.rows }), act: () => check.start(false) };
    if (shown !== 'send' || !sending) return null;
    const { rows, written, send } = sending;
    return {
      label: written === null ? t('send.action', { rows }) : t('send.building', { rows: written }),
      icon: <SendIcon />,
      sends: true,
      busy: written !== null,
      stop: stop ?? (rows === 0 ? t('send.nothing', { count: subject?.rows ?? 0 }) : null),
      act: () => void send(),
    };
  }

  // The check that a job is made of must not change: nothing else can be pressed.
  const isBuilding = sending !== null && sending.written !== null;
  return (
    <Page look="fill" className={styles.page}>
      <div className={styles.head} inert={isBuilding}>
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
        <Stepper step={shown} stopOf={describeStop} onStep={go} />
      </div>
      {stop ? (
        <Notice strip tone="staged">
          {t('readOnly', { reason: stop })}
        </Notice>
      ) : null}
      <section ref={heading} tabIndex={-1} aria-label={t(`step.${shown}`)} inert={isBuilding} className={styles.body}>
        <RetryingNotice failing={walk ?? failing ?? fields.failing} look="line" />
        {unread ? <ApiErrorNotice error={unread.error} onRetry={unread.retry} /> : null}
        {shown === 'file' ? <FileStep source={source} savedFile={savedFile} /> : null}
        {shown === 'columns' && ready ? (
          <ColumnsStep ready={ready} fields={fields} mapping={fixedMapping} tableId={tableId} tableName={name} />
        ) : null}
        {shown === 'key' && ready ? (
          <KeyStep client={client} tableId={tableId} ready={ready} fields={fields} mapping={fixedMapping} />
        ) : null}
        {shown === 'check' && subject ? (
          <CheckStep
            subject={subject}
            mapped={fixes.mapped}
            check={check}
            fixes={fixes}
            onFix={(place, line, fieldId, text) => check.judgeAgain(place, fixes.set(line, fieldId, text))}
            onBlanks={(meaning, fieldIds) => {
              check.repeat();
              mapping.setBlanks(meaning, fieldIds);
              // The button disappears with its notice.
              focusWhenFree(() => heading.current?.focus());
            }}
          />
        ) : null}
        {shown === 'send' && sending && check.now.state === 'done' ? (
          <SendStep check={check.now.check} sending={sending} environment={client.environment} onStep={go} />
        ) : null}
      </section>
      <StepFoot step={shown} main={mainOf()} stopOf={describeStop} onStep={go} busy={settling} />
    </Page>
  );
}

/** Asks before another page takes away a check that runs or is done: it may have taken minutes. The way to the job that it became is free. */
function useLeaveQuestion(environment: string, { state }: CheckState): void {
  const t = useTranslations('import.leave');
  const confirm = useConfirm();
  const jobs = `${paths.jobs({ env: environment })}/`;
  useLeaveGuard(state === 'running' || state === 'done', {
    stops: ({ from, to }) => to !== from && !to.startsWith(jobs),
    ask: async (answer) =>
      answer(await confirm({ title: t('title'), text: t('text'), action: t('action'), cancel: t('cancel') })),
  });
}
