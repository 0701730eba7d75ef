import { useFormatter, useTranslations } from 'use-intl';
import type { JobField } from '../../storage/job-rows';
import { useJoin } from '../../ui/use-join';
import type { MisfitCount } from './misfit-count';

/** Says of how many texts that do not fit was made a blank, by field. */
export function MisfitNote({ misfits, fields }: { misfits: readonly MisfitCount[]; fields: readonly JobField[] }) {
  const t = useTranslations('import.check');
  const format = useFormatter();
  const join = useJoin();
  return (['keep', 'clear'] as const).map((does) => {
    const own = misfits.filter((each) => each.does === does);
    if (own.length === 0) return null;
    const names = own.map(({ field_id, count }) => {
      const name = fields.find((field) => field.field_id === field_id)?.name ?? field_id;
      return `${name} (${format.number(count)})`;
    });
    const count = own.reduce((sum, each) => sum + each.count, 0);
    return (
      <p key={does} className="dim">
        {t(`misfits.${does}`, { count, fields: join(names) })}
      </p>
    );
  });
}
