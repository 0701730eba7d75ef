import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { Id } from '../../contract/ids';
import { Button } from '../../ui/button';
import { DownloadIcon, UploadIcon } from '../../ui/icons';
import { UndoIcon } from '../../ui/more-icons';
import { showToast } from '../../ui/toast';
import { readMapping } from './kept-mapping';
import type { MappingState } from './use-mapping';

/** A mapping as a file: to be used again, by somebody else too. It holds names of columns and fields, and of the data only the texts that were said to mean another. */
export function MappingFile({ mapping, tableId }: { mapping: MappingState; tableId: Id }) {
  const t = useTranslations('import.columns');
  const input = useRef<HTMLInputElement>(null);

  function save() {
    const text = JSON.stringify({ kind: 'import-mapping', table_id: tableId, ...mapping.kept }, null, 2);
    const url = URL.createObjectURL(new Blob([`${text}\n`], { type: 'application/json' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = `${tableId}-mapping.json`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  }

  async function load(file: File) {
    const kept = readMapping(parsed(await file.text()));
    if (kept === null) {
      showToast({ kind: 'bad', title: t('notLoaded'), text: t('notLoadedText') });
      return;
    }
    mapping.take(kept);
    showToast({ kind: 'good', title: t('loaded') });
  }

  return (
    <>
      <Button size="small" icon={<UndoIcon />} onClick={() => mapping.take(null)}>
        {t('reset')}
      </Button>
      <Button size="small" icon={<DownloadIcon />} onClick={save}>
        {t('save')}
      </Button>
      <Button size="small" icon={<UploadIcon />} onClick={() => input.current?.click()}>
        {t('load')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".json,application/json"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          event.currentTarget.value = '';
          if (file) void load(file);
        }}
      />
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
