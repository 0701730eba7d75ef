import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { FoundFile } from '../api/files/file-links';
import { shownLink, standingOf } from '../api/files/link-hosts';
import type { Client } from '../api/wire/client';
import { EmptyState } from '../ui/display/notice';
import { Skeleton } from '../ui/display/skeleton';
import { Button } from '../ui/form/button';
import { FileIcon, RefreshIcon, WarningIcon } from '../ui/icons/icons';
import { onLine } from '../ui/layout/lazy-part';
import styles from './preview-content.module.css';
import { LoadFailed, RenewLinks, useOnlineAgain } from './preview-failed';
import { PreviewImage } from './preview-image';
import { extensionOf, linksFor, previewKindOf } from './preview-kind';
import { PreviewText } from './preview-text';

interface PreviewContentProps {
  found: FoundFile;
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
        actions={<RenewLinks onRenew={onRenew} />}
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
    case 'table':
    case 'json':
      return <PreviewText kind={kind} file={file} link={link} answer={answer} client={client} onRenew={onRenew} />;
    case 'pdf':
      return <PdfViewer name={file.name} link={link} onRenew={onRenew} />;
    case 'none':
      return (
        <EmptyState
          icon={<FileIcon />}
          title={t('none', { kind: extensionOf(file) || t('unnamed') })}
          text={t('noneText')}
        />
      );
  }
}

const loadPdfViewer = onLine(() => import('./preview-pdf'));

/** The viewer of PDFs, half a megabyte: fetched when one is opened, and again where that failed. */
function PdfViewer(props: { name: string; link: string; onRenew: () => void }) {
  const t = useTranslations('common');
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['pdf-viewer'],
    queryFn: loadPdfViewer,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: true,
    structuralSharing: false,
  });
  if (data) return <data.PreviewPdf {...props} />;
  if (isError) {
    return (
      <EmptyState
        icon={<WarningIcon />}
        title={t('partMissing')}
        actions={
          <Button icon={<RefreshIcon />} busy={isFetching} onClick={() => void refetch()}>
            {t('retry')}
          </Button>
        }
      />
    );
  }
  return (
    <div className={styles.loading}>
      <Skeleton rows={8} />
    </div>
  );
}

interface PreviewMediaProps {
  kind: 'audio' | 'video';
  link: string;
  name: string;
  onBroken: () => void;
  onRenew: () => void;
}

/** Sound or film. It plays on with the link that it began with, and takes a newer one only when that fails, at the same place. */
function PreviewMedia({ kind, link, name, onBroken, onRenew }: PreviewMediaProps) {
  const [held, setHeld] = useState(link);
  const onlineAgain = useOnlineAgain();
  const [failed, setFailed] = useState<number | null>(null);
  const position = useRef(0);
  if (failed !== null && (held !== link || failed !== onlineAgain)) {
    setHeld(link);
    setFailed(null);
  }
  if (failed !== null) return <LoadFailed onRenew={onRenew} />;
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
        setFailed(onlineAgain);
        onBroken();
      }}
    />
  );
}
