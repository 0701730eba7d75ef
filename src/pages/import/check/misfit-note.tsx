import { useFormatter, useTranslations } from 'use-intl';
import { fieldName } from '../../../jobs/results/job-field';
import type { JobField } from '../../../storage/job-rows';
import type { BlankMeaning } from '../../../transfer/in/mapping/mapping';
import { Notice } from '../../../ui/display/notice';
import { Button } from '../../../ui/form/button';
import { useJoin } from '../../../ui/hooks/use-join';
import type { MisfitCount } from './misfit-count';

/** Fields with how many each, and how many that are. */
function useFieldCounts() {
  const format = useFormatter();
  const join = useJoin();
  return (counts: ReadonlyMap<string, number>, fields: readonly JobField[]) => ({
    count: sumOf([...counts.values()]),
    fields: join([...counts].map(([id, count]) => `${fieldName(fields, id)} (${format.number(count)})`)),
  });
}

interface BlankNoteProps {
  stands: ReadonlyMap<string, number>;
  /** Values that blanks clear. */
  clears: ReadonlyMap<string, number>;
  fields: readonly JobField[];
  /** What a blank of these fields means from now on. */
  onBlanks(meaning: BlankMeaning, fieldIds: readonly string[]): void;
}

/** Says of how many blanks a value stays, and how many are cleared, by field: who cleared a cell in a spreadsheet may have meant either. */
export function BlankNote({ stands, clears, fields, onBlanks }: BlankNoteProps) {
  const t = useTranslations('import.check');
  const told = useFieldCounts();
  return (
    <>
      {clears.size > 0 ? (
        <Notice
          tone="bad"
          actions={
            <Button size="small" onClick={() => onBlanks('keep', [...clears.keys()])}>
              {t('leaveThem')}
            </Button>
          }
        >
          {t('blanksClear', told(clears, fields))}
        </Notice>
      ) : null}
      {stands.size > 0 ? (
        <Notice
          actions={
            <Button size="small" onClick={() => onBlanks('clear', [...stands.keys()])}>
              {t('clearThem')}
            </Button>
          }
        >
          {t('blanksOver', told(stands, fields))}
        </Notice>
      ) : null}
    </>
  );
}

/** Warns, before they are sent, of how many values of records are cleared, by blanks or by texts that do not fit. */
export function ClearNote({ clears, fields }: { clears: ReadonlyMap<string, number>; fields: readonly JobField[] }) {
  const t = useTranslations('import.send');
  const told = useFieldCounts();
  return clears.size > 0 ? <Notice tone="bad">{t('clears', told(clears, fields))}</Notice> : null;
}

/** Says of how many texts that do not fit a blank is made, by field. */
export function MisfitNote({ misfits, fields }: { misfits: readonly MisfitCount[]; fields: readonly JobField[] }) {
  const t = useTranslations('import.check');
  const told = useFieldCounts();
  return (['keep', 'clear'] as const).map((does) => {
    const counts = new Map<string, number>();
    for (const own of misfits) {
      if (own.does === does) counts.set(own.field_id, (counts.get(own.field_id) ?? 0) + own.count);
    }
    if (counts.size === 0) return null;
    return (
      <p key={does} className="dim">
        {t(`misfits.${does}`, told(counts, fields))}
      </p>
    );
  });
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
