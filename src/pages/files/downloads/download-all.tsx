import { useTranslations } from 'use-intl';
import type { Client } from '../../../api/wire/client';
import type { Id } from '../../../contract/ids';
import { Button } from '../../../ui/form/button';
import { DownloadIcon } from '../../../ui/icons/icons';
import type { LookedUpFile } from '../lookup/use-lookup';
import { canChooseFolder, chooseFolder, toDownloads } from './save-file';
import { download } from './use-downloads';

interface DownloadAllProps {
  files: readonly LookedUpFile[];
  /** The ids of each call. */
  calls: readonly (readonly Id[])[];
  client: Client;
}

/** Every file that was found, one after the other: to the browser's downloads, or into a folder. */
export function DownloadAll({ files, calls, client }: DownloadAllProps) {
  const t = useTranslations('files.downloads');
  const wanted = () =>
    files.map(({ file, call }) => {
      return { id: file.file_id, name: file.name || file.file_id, call: calls[call] ?? [file.file_id] };
    });

  async function intoFolder() {
    const save = await chooseFolder();
    if (save) download(client, wanted(), save);
  }

  return (
    <>
      <Button icon={<DownloadIcon />} onClick={() => download(client, wanted(), toDownloads)}>
        {t('all', { count: files.length })}
      </Button>
      {canChooseFolder() ? (
        <Button kind="ghost" tooltip={t('folderHint')} onClick={() => void intoFolder()}>
          {t('folder')}
        </Button>
      ) : null}
    </>
  );
}
