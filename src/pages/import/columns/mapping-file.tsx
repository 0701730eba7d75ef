import { useTranslations } from 'use-intl';
import type { Id } from '../../../contract/ids';
import { joinSentences } from '../../../texts/join-sentences';
import { fitOfSaved, type SavedChoice, type TargetField } from '../../../transfer/in/mapping/mapping';
import type { ColumnHead } from '../../../transfer/in/source/header';
import { fileStem, saveFile } from '../../../transfer/out/sinks';
import { Button } from '../../../ui/form/button';
import { JsonFileButton } from '../../../ui/form/json-file-button';
import { useJoin } from '../../../ui/hooks/use-phrases';
import { DownloadIcon, UploadIcon } from '../../../ui/icons/icons';
import { UndoIcon } from '../../../ui/icons/later-icons';
import { showToast } from '../../../ui/overlay/toast';
import { readMapping } from './saved-mapping';
import type { MappingState } from './use-mapping';

interface MappingFileProps {
  mapping: MappingState;
  tableId: Id;
  tableName: string;
  columns: readonly ColumnHead[];
  targetFields: readonly TargetField[];
}

/** A mapping as a file, to be used again, also by others. It has names of columns and fields, and of the data only replaced texts. */
export function MappingFile({ mapping, tableId, tableName, columns, targetFields }: MappingFileProps) {
  const t = useTranslations('import.columns');
  const join = useJoin();

  function save() {
    const text = JSON.stringify({ kind: 'import-mapping', table_id: tableId, ...mapping.saved }, null, 2);
    saveFile(new Blob([`${text}\n`], { type: 'application/json' }), `${fileStem(tableName, tableId)}.mapping.json`);
  }

  async function load(file: File) {
    const saved = readMapping(parsed(await file.text()));
    if (saved === null) {
      showToast({ kind: 'bad', title: t('notLoaded'), text: t('notLoadedText') });
      return;
    }
    const { fits, withoutColumn, withoutField } = fitOfSaved(saved.columns, columns, targetFields);
    const names = (choices: readonly SavedChoice[]) => join(choices.map(({ name, index }) => name || `${index + 1}`));
    const lacking = [
      withoutColumn.length > 0 && t('loadedNoColumn', { names: names(withoutColumn) }),
      withoutField.length > 0 && t('loadedNoField', { names: names(withoutField) }),
    ].filter((text) => text !== false);
    if (fits === 0 && lacking.length > 0) {
      showToast({ kind: 'bad', title: t('notFitting'), text: joinSentences(...lacking, t('notFittingText')) });
      return;
    }
    mapping.take(saved);
    showToast({ kind: 'good', title: t('loaded', { count: fits }), text: joinSentences(...lacking) });
  }

  return (
    <>
      <Button size="small" icon={<UndoIcon />} onClick={() => mapping.take(null)}>
        {t('reset')}
      </Button>
      <Button size="small" icon={<DownloadIcon />} onClick={save}>
        {t('save')}
      </Button>
      <JsonFileButton size="small" icon={<UploadIcon />} label={t('load')} onFile={(file) => void load(file)}>
        {t('load')}
      </JsonFileButton>
    </>
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
