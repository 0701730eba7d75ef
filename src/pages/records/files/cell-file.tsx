import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { newLinksMayHelp } from '../../../api/files/file-links';
import { shownLink } from '../../../api/files/link-hosts';
import { useFile } from '../../../api/files/single-file';
import type { Id } from '../../../contract/ids';
import { useClient } from '../../../credentials/use-connection';
import { linksFor, previewKindOf } from '../../../files/preview-kind';
import { FileIcon, QuestionIcon, WarningIcon } from '../../../ui/icons/icons';
import styles from './cell-file.module.css';

/** A file in a cell: a small picture of it where it is one, and its name. Where the platform does not tell, what the cell knows, and why. */
export function CellFile({ id, label }: { id: Id; label: string }) {
  const t = useTranslations('records.files');
  const client = useClient();
  const { entry, lookUp } = useFile(client, id);
  // Of a picture that did not load.
  const [broken, setBroken] = useState<string | null>(null);
  if (entry?.kind === 'failed' || entry?.kind === 'missing') {
    const why = entry.kind === 'failed' ? t('failed', { reason: entry.error.message }) : t('missing');
    return (
      <>
        <span role="img" aria-label={why} title={why} className={styles[entry.kind]}>
          {entry.kind === 'failed' ? <WarningIcon size={13} /> : <QuestionIcon size={13} />}
        </span>
        {label}
      </>
    );
  }
  const file = entry?.file;
  const link =
    file && previewKindOf(file) === 'image'
      ? shownLink(file, linksFor.cell, client.environment, location.origin)
      : null;
  return (
    <>
      {entry && link !== null && link !== broken ? (
        <img
          src={link}
          alt=""
          width={20}
          height={20}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          className={styles.picture}
          onError={() => {
            setBroken(link);
            if (newLinksMayHelp(entry.answer, Date.now())) lookUp();
          }}
        />
      ) : (
        <span className={styles.sign}>
          <FileIcon size={13} />
        </span>
      )}
      {file?.name || label}
    </>
  );
}
