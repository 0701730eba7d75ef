import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import type { Client } from '../../../api/wire/client';
import type { Id } from '../../../contract/ids';
import { createJobOfCheck } from '../../../jobs/plan/create-job';
import { useConfirm } from '../../../ui/overlay/confirm';
import { showToast } from '../../../ui/overlay/toast';
import { paths } from '../../../url/paths';
import { callsOf } from '../check/call-count';
import { ClearNote } from '../check/misfit-note';
import type { CheckState } from '../check/use-check';

interface SendingOptions {
  client: Client;
  check: CheckState;
  about: { space_id: Id; table_id: Id; table_name: string; file: string };
  onSent(): void;
}

/** What sending would do, and the way to do it. */
export interface Sending {
  /** Rows that would be sent, in how many calls; of them those that create a record. */
  rows: number;
  calls: number;
  creates: number;
  /** Records that are not in the table yet are created. */
  create: boolean;
  setCreate(create: boolean): void;
  /** Rows of the job that are written so far; null when none is being written. */
  written: number | null;
  /** Asks once more, and starts the job. */
  send(): Promise<void>;
}

/** Sends the rows that a check found; null while there is no check. */
export function useSending({ client, check, about, onSent }: SendingOptions): Sending | null {
  const t = useTranslations('import.send');
  const review = useTranslations('review');
  const confirm = useConfirm();
  const navigate = useNavigate();
  /** The check whose new records are not to be created. */
  const [without, setWithout] = useState<string | null>(null);
  const [written, setWritten] = useState<number | null>(null);
  if (check.state !== 'done') return null;
  const { check: found, tally } = check;
  const create = without !== found.id;
  const creates = create ? (found.counts['will-create'] ?? 0) : 0;
  const rows = (found.counts['will-update'] ?? 0) + creates;
  const calls = callsOf(tally.sent, create);

  async function send() {
    const environment = client.environment.title ?? client.environment.name;
    const yes = await confirm({
      title: t('confirmTitle', { rows, table: about.table_name || about.table_id }),
      text: (
        <>
          <ClearNote clears={tally.clears.all} fields={found.fields} />
          <p>
            {creates > 0 ? `${review('sendCreates', { count: creates })} ` : null}
            {t('confirmText', { calls, environment })}
          </p>
        </>
      ),
      action: t('confirmAction', { rows }),
    });
    if (!yes) return;
    setWritten(0);
    try {
      const id = await createJobOfCheck(
        found,
        { ...about, kind: 'import', undoes: null },
        { creates: create, onProgress: setWritten },
      );
      onSent();
      navigate(paths.job({ env: client.environment.name, id }));
    } catch {
      showToast({ kind: 'bad', title: t('notKept'), text: t('notKeptText') });
      setWritten(null);
    }
  }

  return { rows, calls, creates, create, setCreate: (on) => setWithout(on ? null : found.id), written, send };
}
