import { type ReactNode, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Client } from '../../api/client';
import { shownLink, standingOf } from '../../api/file-links';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { FileIcon, RefreshIcon, WarningIcon } from '../../ui/icons';
import styles from './preview-content.module.css';
import { linksFor, previewKindOf } from './preview-kind';
import { PreviewText } from './preview-text';
import type { LookedUpFile } from './use-lookup';

interface PreviewContentProps {
  found: LookedUpFile;
  client: Client;
  /** Something did not load: the links may have died. */
  onBroken: () => void;
  onRenew: () => void;
}

/** The file itself where the page can show it, else what it is and why it is not shown. */
export function PreviewContent({ found, client, onBroken, onRenew }: PreviewContentProps) {
  const t = useTranslations('files.preview');
  const { file, answer } = found;
  const { environment } = client;
  const kind = previewKindOf(file);
  const wanted = kind === 'image' ? linksFor.preview : linksFor.content;
  const links = wanted.flatMap((link) => shownLink(file, [link], environment, location.origin) ?? []);
  const [link] = links;
  if (link === undefined) {
    const foreign = wanted
      .map((name) => standingOf(file.link[name], environment, location.origin))
      .find((standing) => standing.kind === 'foreign');
    return foreign?.kind === 'foreign' ? (
      <EmptyState icon={<WarningIcon />} title={t('foreign', { host: foreign.host })} text={t('foreignText')} />
    ) : (
      <EmptyState
        icon={<FileIcon />}
        title={t('noLinks')}
        text={t('noLinksText')}
        actions={<Renew onRenew={onRenew} />}
      />
    );
  }
  switch (kind) {
    case 'image':
      return <PreviewImage links={links} name={file.name} onBroken={onBroken} onRenew={onRenew} />;
    case 'audio':
    case 'video':
      return <PreviewMedia kind={kind} link={link} name={file.name} onBroken={onBroken} onRenew={onRenew} />;
    case 'text':
      return <PreviewText file={file} link={link} answer={answer} client={client} onRenew={onRenew} />;
    case 'pdf':
      return <EmptyState icon={<FileIcon />} title={t('pdf')} text={t('pdfText')} />;
    case 'none':
      return <EmptyState icon={<FileIcon />} title={t('none')} text={t('noneText')} />;
  }
}

interface LoadedProps {
  name: string;
  onBroken: () => void;
  onRenew: () => void;
}

/** The largest picture that loads; when new links arrive the old picture stays until the new one is there. */
function PreviewImage({ links, name, onBroken, onRenew }: LoadedProps & { links: readonly string[] }) {
  const [broken, setBroken] = useState<readonly string[]>([]);
  const link = links.find((candidate) => !broken.includes(candidate));
  if (link === undefined) {
    return (
      <Failed
        onRenew={() => {
          setBroken([]);
          onRenew();
        }}
      />
    );
  }
  return (
    <img
      src={link}
      alt={name}
      referrerPolicy="no-referrer"
      className={styles.image}
      onError={() => {
        setBroken([...broken, link]);
        if (link === links[0]) onBroken();
      }}
    />
  );
}

interface MediaProps extends LoadedProps {
  kind: 'audio' | 'video';
  link: string;
}

/** Sound or film. It plays on with the link that it began with, and takes a newer one only when that fails, at the same place. */
function PreviewMedia({ kind, link, name, onBroken, onRenew }: MediaProps) {
  const [held, setHeld] = useState(link);
  const [failed, setFailed] = useState(false);
  const position = useRef(0);
  if (failed && held !== link) {
    setHeld(link);
    setFailed(false);
  }
  if (failed) return <Failed onRenew={onRenew} />;
  const Media = kind;
  return (
    <Media
      key={held}
      src={held}
      controls
      preload="metadata"
      aria-label={name}
      className={styles[kind]}
      onTimeUpdate={(event) => {
        position.current = event.currentTarget.currentTime;
      }}
      onLoadedMetadata={(event) => {
        if (position.current > 0) event.currentTarget.currentTime = position.current;
      }}
      onError={() => {
        setFailed(true);
        onBroken();
      }}
    />
  );
}

function Failed({ onRenew }: { onRenew: () => void }): ReactNode {
  const t = useTranslations('files.preview');
  return (
    <EmptyState
      icon={<WarningIcon />}
      title={t('failed')}
      text={t('failedText')}
      actions={<Renew onRenew={onRenew} />}
    />
  );
}

function Renew({ onRenew }: { onRenew: () => void }) {
  const t = useTranslations('files.links');
  return (
    <Button icon={<RefreshIcon />} onClick={onRenew}>
      {t('renew')}
    </Button>
  );
}
