import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Id } from '../../../contract/ids';
import { Button, CopyButton } from '../../../ui/form/button';
import { RefreshIcon } from '../../../ui/icons/icons';
import { Card } from '../../../ui/layout/page';
import styles from './missing-ids.module.css';

const idsAtOnce = 500;

interface MissingIdsProps {
  ids: readonly Id[];
  busy: boolean;
  onRetry: () => void;
}

/** Ids that led to no file: partly missing is data, not an error (section 7). */
export function MissingIds({ ids, busy, onRetry }: MissingIdsProps) {
  const t = useTranslations('files.notFound');
  const common = useTranslations('common');
  const [shown, setShown] = useState(idsAtOnce);
  const rest = ids.length - shown;
  return (
    <Card
      title={t('title')}
      note={t('text', { count: ids.length })}
      actions={
        <>
          <CopyButton showLabel size="normal" label={t('copy')} text={() => ids.join('\n')} />
          <Button icon={<RefreshIcon />} busy={busy} onClick={onRetry}>
            {t('retry')}
          </Button>
        </>
      }
    >
      <ul aria-label={t('title')} className={styles.ids}>
        {ids.slice(0, shown).map((id) => (
          <li key={id}>{id}</li>
        ))}
      </ul>
      {rest > 0 ? (
        <Button size="small" kind="ghost" onClick={() => setShown(shown + idsAtOnce)}>
          {common('showMore', { count: Math.min(rest, idsAtOnce) })}
        </Button>
      ) : null}
    </Card>
  );
}
