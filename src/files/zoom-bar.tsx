import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Button, IconButton } from '../ui/form/button';
import { PlusIcon } from '../ui/icons/icons';
import { MinusIcon } from '../ui/icons/later-icons';
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

/** `fit`: as large as the frame takes without scrolling, and never larger than it is; else a share of its own size. */
export type Zoom = 'fit' | number;

const steps = [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 8];

/** Share of its own size at which a thing just fits into a frame. */
export function fitOf(thing: { width: number; height: number }, frame: { width: number; height: number }): number {
  if (thing.width === 0 || thing.height === 0) return 1;
  return Math.min(1, frame.width / thing.width, frame.height / thing.height);
}

/** The next step up or down from a share. */
export function stepped(share: number, by: 1 | -1): number {
  const next = by > 0 ? steps.find((step) => step > share + 0.005) : steps.findLast((step) => step < share - 0.005);
  return next ?? share;
}

/** Whether there is a step further. */
export function canStep(share: number, by: 1 | -1): boolean {
  return stepped(share, by) !== share;
}
