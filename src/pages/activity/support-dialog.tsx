import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { environmentsOptions } from '../../api/operations/gateway';
import { activityEntries } from '../../api/wire/activity';
import { useLanguage } from '../../texts/texts-provider';
import { saveFile } from '../../transfer/out/save-file';
import { Code } from '../../ui/display/code';
import { Button } from '../../ui/form/button';
import { Checkbox } from '../../ui/form/checkbox';
import { DownloadIcon } from '../../ui/icons/icons';
import { Dialog } from '../../ui/overlay/dialog';
import styles from './request-panel.module.css';
import { supportFileOf } from './support-file';

const shownCharacters = 3000;

/** The file for whoever helps: said what is in it, shown how it looks, and saved by a press. Nothing is sent anywhere. */
export function SupportDialog({ onClose }: { onClose(): void }) {
  const t = useTranslations('activity.support');
  const c = useTranslations('common');
  const { language } = useLanguage();
  const [contents, setContents] = useState(true);
  // As it was when the dialog opened: what comes meanwhile is not about what happened.
  const [entries] = useState(activityEntries);
  const gateway = useQuery(environmentsOptions).data;
  const environments = gateway?.environments ?? [];
  const file = supportFileOf({
    entries,
    contents,
    version: gateway?.version ?? null,
    environments,
    browser: navigator.userAgent,
    language,
    now: Date.now(),
  });

  function save(): void {
    const time = new Date().toISOString().slice(0, 19).replace(/[T:]/g, '-');
    saveFile(new Blob([file], { type: 'application/json' }), `support-${time}.json`);
    onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('title')}
      footer={
        <>
          <Button onClick={onClose}>{c('cancel')}</Button>
          <Button kind="primary" icon={<DownloadIcon />} onClick={save}>
            {t('save')}
          </Button>
        </>
      }
    >
      <div className={styles.content}>
        <p>{t('text', { count: entries.length })}</p>
        <Checkbox label={t('contents')} hint={t('contentsHint')} checked={contents} onChange={setContents} />
        <Code text={file.slice(0, shownCharacters)} maxHeight="small" />
        {file.length > shownCharacters ? <p className="dim">{t('size', { count: file.length })}</p> : null}
      </div>
    </Dialog>
  );
}
