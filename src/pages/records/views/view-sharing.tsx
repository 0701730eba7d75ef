import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import type { ColumnTable } from '../../../grid/columns/column-table';
import type { TablePlace } from '../../../storage/database';
import { joinSentences } from '../../../texts/join-sentences';
import { saveFile } from '../../../transfer/out/sinks';
import { Button } from '../../../ui/form/button';
import { JsonFileButton } from '../../../ui/form/json-file-button';
import { DownloadIcon, LinkIcon, UploadIcon } from '../../../ui/icons/icons';
import { showToast } from '../../../ui/overlay/toast';
import { paths } from '../../../url/paths';
import { addressBytesMax, formatRecordsSearch } from '../../../url/records-search';
import { sharedColumns } from '../columns/shared-columns';
import type { ChangeViews } from './view-store';
import type { Look, View } from './views';
import { readViewsFile, viewsFile, withImported } from './views-file';
import styles from './views-panel.module.css';

interface ViewSharingProps {
  place: TablePlace;
  tableName: string;
  table: ColumnTable;
  look: Look;
  views: readonly View[];
  change: ChangeViews;
}

/** Shares what is shown by its address, and views as a file that can be imported again. */
export function ViewSharing({ place, tableName, table, look, views, change }: ViewSharingProps) {
  const t = useTranslations('views');
  const c = useTranslations('common');
  const { space = '' } = useParams();
  const [said, setSaid] = useState<string | null>(null);
  const shown = sharedColumns(
    look.columns,
    table.getVisibleLeafColumns().map(({ id }) => id),
  );
  const search = { filter: look.filter, order: look.order, columns: shown };
  const tooLong = formatRecordsSearch({ filter: look.filter }).length > addressBytesMax;

  async function copyAddress() {
    const address = paths.records({ env: place.environment, space, table: place.table_id }, search);
    try {
      await navigator.clipboard.writeText(location.origin + address);
      setSaid(t('copied'));
    } catch {
      showToast({ kind: 'bad', title: c('copyFailed'), key: 'copy' });
    }
  }

  async function importFile(file: File) {
    const read = readViewsFile(await file.text());
    if (!read.ok) {
      setSaid(t('notViews', { file: file.name }));
      return;
    }
    await change((all) => withImported(all, read.views));
    const elsewhere = read.table_id !== null && read.table_id !== place.table_id;
    setSaid(
      joinSentences(
        t('imported', { count: read.views.length }),
        read.left > 0 && t('importLeft', { count: read.left }),
        elsewhere && t('importElsewhere', { table: read.table_id ?? '' }),
      ),
    );
  }

  return (
    <div className={styles.tools}>
      <Button
        kind="ghost"
        size="small"
        icon={<LinkIcon size={14} />}
        disabledReason={tooLong && t('tooLongToShare')}
        onClick={() => void copyAddress()}
      >
        {t('copyAddress')}
      </Button>
      <Button
        kind="ghost"
        size="small"
        icon={<DownloadIcon size={14} />}
        disabledReason={views.length === 0 && t('noViews')}
        onClick={() => {
          const text = viewsFile(views, { table_id: place.table_id, name: tableName });
          saveFile(new Blob([text], { type: 'application/json' }), `${tableName} views.json`);
        }}
      >
        {t('export')}
      </Button>
      <JsonFileButton
        kind="ghost"
        size="small"
        icon={<UploadIcon size={14} />}
        label={t('import')}
        onFile={(file) => void importFile(file)}
      >
        {t('import')}
      </JsonFileButton>
      <p role="status" className={styles.note}>
        {said}
      </p>
    </div>
  );
}
