import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { shownLink } from '../../../api/operations/file-links';
import type { FileDetails, LinkKind } from '../../../contract/files';
import type { Environment } from '../../../contract/gateway';
import { classNames } from '../../../ui/hooks/class-names';
import { extensionOf, linksFor, previewKindOf } from '../preview/preview-kind';
import styles from './file-thumbnail.module.css';

interface FileThumbnailProps {
  file: FileDetails;
  environment: Environment;
  place: 'tile' | 'row';
  /** A picture did not load: its links may have died. */
  onBroken: () => void;
}

/** A small picture of a file, else its extension. The name stands beside it. */
export function FileThumbnail({ file, environment, place, onBroken }: FileThumbnailProps) {
  const t = useTranslations('files');
  const [broken, setBroken] = useState<readonly string[]>([]);
  const isImage = previewKindOf(file) === 'image';
  // What is no image may have a picture of it among the small links; its source is none.
  const kinds: readonly LinkKind[] = isImage ? linksFor[place] : ['square'];
  const links = kinds.flatMap((kind) => shownLink(file, [kind], environment, location.origin) ?? []);
  const link = links.find((candidate) => !broken.includes(candidate));
  if (link !== undefined && (isImage || link !== shownLink(file, ['source'], environment, location.origin))) {
    return (
      <img
        src={link}
        alt=""
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        className={classNames(styles[place], !isImage && place === 'tile' && styles.sheet)}
        onError={() => {
          setBroken([...broken, link]);
          if (isImage && link === links[0]) onBroken();
        }}
      />
    );
  }
  return <span className={classNames(styles[place], styles.extension)}>{extensionOf(file) || t('noExtension')}</span>;
}
