import { useFormatter, useTranslations } from 'use-intl';
import { fieldName } from '../../jobs/job-field';
import type { JobField } from '../../storage/job-rows';
import { Button } from '../../ui/button';
import { Notice } from '../../ui/notice';
import { useJoin } from '../../ui/use-join';
import type { MisfitCount } from './misfit-count';

interface BlankNoteProps {
  stands: ReadonlyMap<string, number>;
  fields: readonly JobField[];
  onClear(fieldIds: readonly string[]): void;
}

/** Says of how many blanks a value stays, by field: who cleared a cell in a spreadsheet may have meant to clear the field. */
export function BlankNote({ stands, fields, onClear }: BlankNoteProps) {
  const t = useTranslations('import.check');
  const format = useFormatter();
  const join = useJoin();
  if (stands.size === 0) return null;
  const names = [...stands].map(([id, count]) => `${fieldName(fields, id)} (${format.number(count)})`);
  const count = [...stands.values()].reduce((sum, own) => sum + own, 0);
  return (
    <Notice
      actions={
        <Button size="small" onClick={() => onClear([...stands.keys()])}>
          {t('clearThem')}
        </Button>
      }
    >
      {t('blanksOver', { count, fields: join(names) })}
    </Notice>
  );
}

/** Says of how many texts that do not fit a blank is made, by field. */
export function MisfitNote({ misfits, fields }: { misfits: readonly MisfitCount[]; fields: readonly JobField[] }) {
  const t = useTranslations('import.check');
  const format = useFormatter();
  const join = useJoin();
  return (['keep', 'clear'] as const).map((does) => {
    const own = misfits.filter((each) => each.does === does);
    if (own.length === 0) return null;
    const names = [...new Set(own.map(({ field_id }) => field_id))].map((id) => {
      return `${fieldName(fields, id)} (${format.number(sumOf(own.filter(({ field_id }) => field_id === id)))})`;
    });
    const count = sumOf(own);
    return (
      <p key={does} className="dim">
        {t(`misfits.${does}`, { count, fields: join(names) })}
      </p>
    );
  });
}

function sumOf(counts: readonly MisfitCount[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}
