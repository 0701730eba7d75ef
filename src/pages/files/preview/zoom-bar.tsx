import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Button, IconButton } from '../../../ui/form/button';
import { PlusIcon } from '../../../ui/icons/icons';
import { MinusIcon } from '../../../ui/icons/more-icons';
import { canStep, stepped, type Zoom } from './zoom';
import styles from './zoom-bar.module.css';

interface ZoomBarProps {
  /** The share that is drawn now. */
  share: number;
  zoom: Zoom;
  onZoom: (zoom: Zoom) => void;
  /** Further controls at the start. */
  children?: ReactNode;
}

/** Larger, smaller, and back to the whole. */
export function ZoomBar({ share, zoom, onZoom, children }: ZoomBarProps) {
  const t = useTranslations('files.preview');
  const format = useFormatter();
  return (
    <div role="toolbar" aria-label={t('zoom')} className={styles.bar}>
      {children}
      <span className={styles.controls}>
        <IconButton
          size="small"
          label={t('zoomOut')}
          icon={<MinusIcon size={14} />}
          disabledReason={!canStep(share, -1) && t('zoomEnd')}
          onClick={() => onZoom(stepped(share, -1))}
        />
        <output aria-label={t('zoom')} className={styles.share}>
          {format.number(share, { style: 'percent' })}
        </output>
        <IconButton
          size="small"
          label={t('zoomIn')}
          icon={<PlusIcon size={14} />}
          disabledReason={!canStep(share, 1) && t('zoomEnd')}
          onClick={() => onZoom(stepped(share, 1))}
        />
        <Button size="small" kind="ghost" disabledReason={zoom === 'fit' && t('fits')} onClick={() => onZoom('fit')}>
          {t('fit')}
        </Button>
      </span>
    </div>
  );
}
