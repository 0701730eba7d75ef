import { useTranslations } from 'use-intl';
import { columnLabel, reasonKey } from '../../../grid/columns/column-label';
import type { Refusal } from '../../../grid/edit/range-edits';
import { Notice } from '../../../ui/display/notice';
import { Button, IconButton } from '../../../ui/form/button';
import { CloseIcon } from '../../../ui/icons/icons';

interface RefusedStripProps {
  refused: readonly Refusal[];
  onShow(): void;
  onClose(): void;
}

/** What the last paste, fill or clearing left unchanged; stays until it is closed or the next one. */
export function RefusedStrip({ refused, onShow, onClose }: RefusedStripProps) {
  const t = useTranslations('edits');
  const g = useTranslations('grid');
  const count = refused.reduce((sum, { rows }) => sum + rows, 0);
  const [first] = refused;
  if (!first) return null;
  const more = count - first.rows;
  return (
    <Notice
      strip="below"
      tone="staged"
      title={t('refused', { count })}
      actions={
        <>
          <Button size="small" onClick={onShow}>
            {t('showList')}
          </Button>
          <IconButton size="small" label={t('dismiss')} icon={<CloseIcon size={14} />} onClick={onClose} />
        </>
      }
    >
      {' '}
      {t('refusedFirst', {
        column: first.column ? columnLabel(first.column, g) : t('outsideColumn'),
        row: first.row + 1,
        reason: g(reasonKey(first.reason)),
      })}{' '}
      {more > 0 ? t('refusedMore', { count: more }) : null}
    </Notice>
  );
}
