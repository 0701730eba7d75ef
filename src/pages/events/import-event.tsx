import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type InboxReference, writeEvent } from '../../api/queries/inbox';
import type { Client } from '../../api/wire/client';
import { type BatchEvent, readBatchEvent } from '../../contract/events';
import { parseJson } from '../../contract/json';
import { proveByEventText } from '../../jobs/runner/run-connection';
import { ApiErrorNotice } from '../../ui/display/api-error-notice';
import { Button } from '../../ui/form/button';
import { TextArea } from '../../ui/form/text-area';
import { UploadIcon } from '../../ui/icons/icons';
import { Dialog } from '../../ui/overlay/dialog';
import { showToast } from '../../ui/overlay/toast';
import { doneBy } from './event-facts';
import { useJobsByTrace } from './event-jobs';

interface ImportEventProps {
  client: Client;
  reference: InboxReference;
}

/** Adds an event that was delivered elsewhere, because the platform cannot reach this gateway: it verifies a job as if it had been received. */
export function ImportEvent({ client, reference }: ImportEventProps) {
  const t = useTranslations('events.paste');
  const common = useTranslations('common');
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const pasted = useMemo(() => readPasted(text), [text]);
  const traces = pasted.kind === 'proof' ? [pasted.batch.trace_id] : [];
  const job = useJobsByTrace(client, traces).get(traces[0] ?? '');
  const take = useMutation({
    mutationFn: async () => {
      await writeEvent(reference, text);
      // The event arrives by the inbox too; a job that ended long ago no longer listens to it.
      await proveByEventText(text);
    },
    onSuccess: () => {
      setOpen(false);
      setText('');
      showToast({ kind: 'good', title: t('done') });
    },
  });
  const stop = pasted.kind === 'nothing' ? t('nothing') : text.length > pastedCharactersMax ? t('tooLong') : null;
  return (
    <>
      <Button icon={<UploadIcon />} onClick={() => setOpen(true)}>
        {t('import')}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        keepOnOutsidePress
        title={t('title')}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>{common('cancel')}</Button>
            <Button kind="primary" busy={take.isPending} disabledReason={stop} onClick={() => take.mutate()}>
              {t('take')}
            </Button>
          </>
        }
      >
        <TextArea
          label={t('body')}
          value={text}
          onChange={setText}
          rows={12}
          mono
          hint={<Found pasted={pasted} table={job?.tableName ?? null} />}
        />
        {take.error ? <ApiErrorNotice error={take.error} onRetry={() => take.mutate()} /> : null}
      </Dialog>
    </>
  );
}

/** What the text is and what it proves, before it is put anywhere. */
function Found({ pasted, table }: { pasted: PastedEvent; table: string | null }) {
  const t = useTranslations('events.paste');
  const events = useTranslations('events');
  const words = () => {
    switch (pasted.kind) {
      case 'nothing':
        return t('hint');
      case 'no-json':
        return t('noJson');
      case 'other':
        return t('other');
      case 'proof': {
        const { batch } = pasted;
        const by = doneBy(batch);
        const result = events(`resultTitle.${by}`);
        const done = events(`done.${by}`, { count: batch.success.length });
        const facts = { result, done, refused: batch.fail.length, trace: batch.trace_id };
        return table === null ? t('proofOfNone', facts) : t('proofOf', { ...facts, table });
      }
    }
  };
  return <span role="status">{words()}</span>;
}

/** What a pasted text is, before it goes into the inbox. */
export type PastedEvent =
  | { kind: 'nothing' }
  | { kind: 'no-json' }
  /** The result of a batch: proof for the call with its trace id. */
  | { kind: 'proof'; batch: BatchEvent }
  /** JSON of another kind: kept and shown, proves nothing here (section 6 shows no payload). */
  | { kind: 'other' };

/** The most that the gateway takes as one event. */
const pastedCharactersMax = 500_000;

/** Reads a text copied from where the platform's callback went. */
export function readPasted(text: string): PastedEvent {
  if (text.trim() === '') return { kind: 'nothing' };
  try {
    const batch = readBatchEvent(parseJson(text));
    return batch === null ? { kind: 'other' } : { kind: 'proof', batch };
  } catch {
    return { kind: 'no-json' };
  }
}
