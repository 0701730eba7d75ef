import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import type { Client } from '../../api/client';
import type { Id } from '../../contract/ids';
import { findingsOfCheck } from '../../jobs/check-rows';
import { createJobOfCheck } from '../../jobs/create-job';
import type { CheckRow } from '../../storage/check-rows';
import { Button } from '../../ui/button';
import { Checkbox } from '../../ui/checkbox';
import { useConfirm } from '../../ui/confirm';
import { SendIcon } from '../../ui/more-icons';
import { showToast } from '../../ui/toast';
import { paths } from '../../url/paths';
import { callsOf, type SentRows } from './call-count';
import styles from './import.module.css';
import type { MisfitCount } from './misfit-count';
import { MisfitNote } from './misfit-note';
import { useDuration } from './use-duration';

interface SendStepProps {
  found: CheckRow;
  sent: SentRows;
  misfits: readonly MisfitCount[];
  client: Client;
  about: { space_id: Id; table_id: Id; table_name: string; file: string };
  /** Why nothing may be sent. */
  stop: string | null;
  onSent(): void;
}

/** The last step: what would be sent, asked once more, and then a job. */
export function SendStep({ found, sent, misfits, client, about, stop, onSent }: SendStepProps) {
  const t = useTranslations('import.send');
  const confirm = useConfirm();
  const navigate = useNavigate();
  const duration = useDuration();
  const [create, setCreate] = useState(true);
  const [written, setWritten] = useState<number | null>(null);
  const count = (state: string): number => found.counts[state] ?? 0;
  const created = create ? count('will-create') : 0;
  const rows = count('will-update') + created;
  const calls = callsOf(sent, create);
  const leftOut = count('no-change') + count('refused') + count('invalid') + count('double');
  const staysOut = count('asks') + count('unread') + count('conflict') + (create ? 0 : count('will-create'));
  const rate = client.environment.requestsPerSecond;

  async function send() {
    const environment = client.environment.title ?? client.environment.name;
    const yes = await confirm({
      title: t('confirmTitle', { rows, table: about.table_name || about.table_id }),
      text: t('confirmText', { calls, environment }),
      action: t('confirmAction', { rows }),
    });
    if (!yes) return;
    setWritten(0);
    try {
      const excluded = create ? new Set<string>() : await rowsToCreate(found.id);
      const id = await createJobOfCheck(
        found,
        { ...about, kind: 'import', undoes: null },
        { excluded, onProgress: setWritten },
      );
      onSent();
      navigate(paths.job({ env: client.environment.name, id }));
    } catch {
      showToast({ kind: 'bad', title: t('notKept'), text: t('notKeptText') });
      setWritten(null);
    }
  }

  return (
    <div className={styles.sendCard}>
      <h2 className={styles.heading}>{t('title')}</h2>
      <p>
        {rows === 0
          ? t('nothing')
          : t('sum', { update: count('will-update'), create: created, calls, time: duration(calls / rate), rate })}
      </p>
      {count('will-create') > 0 ? (
        <Checkbox
          label={t('create', { count: count('will-create') })}
          hint={t('createHint')}
          checked={create}
          onChange={setCreate}
        />
      ) : null}
      <MisfitNote misfits={misfits.filter(({ state }) => create || state !== 'will-create')} fields={found.fields} />
      {leftOut > 0 ? <p className="dim">{t('leftOut', { count: leftOut })}</p> : null}
      {staysOut > 0 ? <p className="dim">{t('staysOut', { count: staysOut })}</p> : null}
      <Button
        kind="primary"
        icon={<SendIcon />}
        busy={written !== null}
        disabledReason={stop ?? (rows === 0 ? t('nothing') : null)}
        onClick={() => void send()}
      >
        {written !== null ? t('building', { rows: written }) : t('action', { rows })}
      </Button>
    </div>
  );
}

async function rowsToCreate(checkId: string): Promise<Set<string>> {
  const names = new Set<string>();
  for await (const findings of findingsOfCheck(checkId, new Set(['will-create'] as const))) {
    for (const { record } of findings) names.add(record.row);
  }
  return names;
}
