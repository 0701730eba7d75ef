import { Link } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import { standingOf } from '../../../api/operations/file-links';
import { linksDieAt } from '../../../api/operations/files';
import type { Answer } from '../../../api/wire/send';
import type { FileDetails, FilesAnswer } from '../../../contract/files';
import type { Environment } from '../../../contract/gateway';
import { DescriptionList } from '../../../ui/display/description-list';
import { useSizeText } from '../../../ui/display/size-text';
import { TimeText } from '../../../ui/display/time-text';
import { paths } from '../../../url/paths';
import styles from '../preview/file-preview.module.css';

interface FileFactsProps {
  file: FileDetails;
  answer: Answer<FilesAnswer>;
  environment: Environment;
}

/** What the API says of a file (2.6), raw where its words are not explained, and of the answer that it came with. */
export function FileFacts({ file, answer, environment }: FileFactsProps) {
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
