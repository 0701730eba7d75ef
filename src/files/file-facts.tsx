import { Link } from 'react-router-dom';
import { useFormatter, useTranslations } from 'use-intl';
import { type FoundFile, linksDieAt } from '../api/files/file-links';
import { standingOf } from '../api/files/link-hosts';
import type { Client } from '../api/wire/client';
import { DescriptionList } from '../ui/display/description-list';
import { useSizeText } from '../ui/display/size-text';
import { TimeText } from '../ui/display/time-text';
import { Button, buttonClass, CopyButton } from '../ui/form/button';
import { DownloadIcon } from '../ui/icons/icons';
import { ExternalIcon } from '../ui/icons/later-icons';
import { paths } from '../url/paths';
import styles from './file-facts.module.css';

/** Copy, open and download; a link missing in the response is reported as missing. */
export function FileActions({ found: { file, answer }, client }: { found: FoundFile; client: Client }) {
  const t = useTranslations('files');
  const format = useFormatter();
  const until = format.dateTime(new Date(linksDieAt(answer)), { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const source = standingOf(file.link.source, client.environment, location.origin);
  const download = standingOf(file.link.download, client.environment, location.origin);
  const name = file.name || t('noName');
  return (
    <>
      {source.kind === 'none' ? null : (
        <span title={t('copyLinkUntil', { time: until })}>
          <CopyButton showLabel size="normal" label={t('copyLink')} text={source.url} />
        </span>
      )}
      {source.kind === 'none' ? (
        <Button disabledReason={t('noLink')}>{t('openSource')}</Button>
      ) : (
        <a
          href={source.url}
          target="_blank"
          rel="noreferrer"
          referrerPolicy="no-referrer"
          aria-label={t('openNamed', { name })}
          className={buttonClass()}
        >
          <ExternalIcon size={14} />
          {t('openSource')}
        </a>
      )}
      {download.kind === 'none' ? (
        <Button kind="primary" disabledReason={t('noLink')}>
          {t('download')}
        </Button>
      ) : (
        <a
          href={download.url}
          target="_blank"
          rel="noreferrer"
          referrerPolicy="no-referrer"
          download={file.name}
          aria-label={t('downloadNamed', { name })}
          className={buttonClass({ kind: 'primary' })}
        >
          <DownloadIcon size={14} />
          {t('download')}
        </a>
      )}
    </>
  );
}

/** The API's facts of a file (2.6), raw where its terms are unexplained, and of the response. */
export function FileFacts({ found: { file, answer }, client }: { found: FoundFile; client: Client }) {
  const { environment } = client;
  const t = useTranslations('files');
  const empty = <span className="dim">{t('facts.empty')}</span>;
  const links = Object.values(file.link).map((link) => standingOf(link, environment, location.origin));
  const hosts = [...new Set(links.flatMap((link) => (link.kind === 'none' ? [] : [link.host])))];
  const size = file.size;
  const mono = (text: string | null) => (text ? <span className="mono">{text}</span> : empty);
  const sizeFact = size === null ? t('sizeUnknown') : <SizeFact size={size} />;
  const fetched = (
    <Link to={paths.activity({ env: environment.name }, { request: answer.request })}>
      <TimeText at={answer.receivedAt} />
    </Link>
  );
  const until = <TimeText at={linksDieAt(answer)} />;
  return (
    <div className={styles.facts}>
      <DescriptionList
        items={[
          [t('facts.id'), mono(file.file_id)],
          [t('facts.size'), sizeFact],
          [t('facts.ext'), file.ext || empty],
          [t('facts.filetype'), file.filetype || empty],
          [t('facts.refType'), file.ref_type || empty],
          [t('facts.refId'), mono(file.ref_id)],
          [t('facts.host'), mono(hosts.join(', '))],
          [t('facts.links'), until],
          [t('facts.version'), mono(answer.version)],
          [t('facts.fetched'), fetched],
        ]}
      />
    </div>
  );
}

function SizeFact({ size }: { size: number | bigint }) {
  const t = useTranslations('files.facts');
  const sizeText = useSizeText();
  return (
    <>
      {sizeText(size)}
      <div className="dim">{t('bytes', { size })}</div>
    </>
  );
}
