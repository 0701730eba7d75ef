import { useFormatter, useTranslations } from 'use-intl';
import type { RowFinding } from '../../../jobs/check/dry-run';
import type { SimilarChoice } from '../../../jobs/check/similar-records';
import { fieldName } from '../../../jobs/table/job-field';
import type { CheckCounts, ChoiceCounts, JobField } from '../../../storage/job-rows';
import type { BlankMeaning } from '../../../transfer/in/mapping/mapping';
import { Notice } from '../../../ui/display/notice';
import { Button } from '../../../ui/form/button';
import { Segmented } from '../../../ui/form/select';
import { useJoin } from '../../../ui/hooks/use-phrases';
import styles from './check-step.module.css';
import type { ChooseRows } from './import-check';

type Decision = 'update' | 'create' | 'out';

interface SimilarNoteProps {
  /** `near`: a similar record is there · `lost`: no record has the id of the row, and its key finds one. */
  kind: 'near' | 'lost';
  counts: ChoiceCounts;
  /** The key in words. */
  by: string;
  onChoose: ChooseRows;
}

/** Reports rows similar to existing records, and asks for a choice, for all at once. Undecided rows are skipped. */
export function SimilarNote({ kind, counts, by, onChoose }: SimilarNoteProps) {
  const t = useTranslations('import.check');
  const { rows: count, several, creates, records, out } = counts;
  if (count === 0) return null;
  const undecided = count - creates - records - out;
  const isUpdate = records > 0 && records === count - several && undecided === several;
  const chosen = out === count ? 'out' : creates === count ? 'create' : isUpdate ? 'update' : 'mixed';
  const decisions: readonly Decision[] = kind === 'near' ? ['update', 'create', 'out'] : ['update', 'out'];
  const wordOf = (value: Decision) => (value === 'update' ? t(`${kind}.update`, { count }) : t(`near.${value}`));
  function choose(decision: Decision): void {
    onChoose((finding) => {
      const isConcerned = kind === 'lost' ? finding.unknownId : !finding.several && !finding.unknownId;
      return isConcerned ? choiceOf(decision, finding) : undefined;
    });
  }
  return (
    <Notice
      tone={undecided > 0 ? 'staged' : undefined}
      title={
        undecided === count
          ? t(`${kind}.title`, { count, by })
          : t(`${kind}.decided`, { count, out, records, creates, undecided })
      }
    >
      {undecided === count ? t(`${kind}.text`) : t(undecided > 0 ? 'near.changeOpen' : 'near.change')}
      {several > 0 ? ` ${t(`${kind}.several`, { count: several })}` : null}
      <div className={styles.decisions}>
        <Segmented<Decision | 'mixed'>
          label={t(`${kind}.what`, { count })}
          value={chosen}
          onChange={(decision) => decision !== 'mixed' && choose(decision)}
          options={decisions.map((value) => ({ value, label: wordOf(value) }))}
        />
      </div>
    </Notice>
  );
}

/** Of several records none is *the* one. */
function choiceOf(decision: Decision, { candidates = [] }: RowFinding): SimilarChoice {
  if (decision !== 'update') return decision;
  return candidates.length === 1 ? (candidates[0]?.item_id ?? null) : null;
}

/** Fields with how many each, and how many that are. */
function useFieldCounts() {
  const format = useFormatter();
  const join = useJoin();
  return (counts: ReadonlyMap<string, number>, fields: readonly JobField[]) => ({
    count: [...counts.values()].reduce((sum, count) => sum + count, 0),
    fields: join([...counts].map(([id, count]) => `${fieldName(fields, id)} (${format.number(count)})`)),
  });
}

interface BlankNoteProps {
  counts: CheckCounts;
  fields: readonly JobField[];
  /** What a blank of these fields means from now on. */
  onBlanks(meaning: BlankMeaning, fieldIds: readonly string[]): void;
}

/** Reports how many blanks keep a value, and how many clear one, by field: a cleared cell in a spreadsheet may mean either. */
export function BlankNote({ counts, fields, onBlanks }: BlankNoteProps) {
  const t = useTranslations('import.check');
  const inWords = useFieldCounts();
  const clears = counts.clears.blanks;
  const note = (blanks: ReadonlyMap<string, number>, does: BlankMeaning) => (
    <Notice
      tone={does === 'clear' ? 'bad' : undefined}
      actions={
        <Button size="small" onClick={() => onBlanks(does === 'clear' ? 'keep' : 'clear', [...blanks.keys()])}>
          {t(does === 'clear' ? 'leaveThem' : 'clearThem')}
        </Button>
      }
    >
      {t(does === 'clear' ? 'blanksClear' : 'blanksOver', inWords(blanks, fields))}
    </Notice>
  );
  return (
    <>
      {clears.size > 0 ? note(clears, 'clear') : null}
      {counts.keptByBlank.size > 0 ? note(counts.keptByBlank, 'keep') : null}
    </>
  );
}

/** Warns, before they are sent, of how many values of records are cleared, by blanks or by texts that do not fit. */
export function ClearNote({ clears, fields }: { clears: ReadonlyMap<string, number>; fields: readonly JobField[] }) {
  const t = useTranslations('import.send');
  const inWords = useFieldCounts();
  return clears.size > 0 ? <Notice tone="bad">{t('clears', inWords(clears, fields))}</Notice> : null;
}

interface UnfitNoteProps {
  unfit: CheckCounts['unfit'];
  /** Records that are not in the table yet are created. */
  create?: boolean;
  fields: readonly JobField[];
}

/** Reports how many misfits count as blank, by field. */
export function UnfitNote({ unfit, create = true, fields }: UnfitNoteProps) {
  const t = useTranslations('import.check');
  const inWords = useFieldCounts();
  return (['keep', 'clear'] as const).map((does) => {
    const { 'will-update': updates, 'will-create': creates } = unfit[does];
    const counts = new Map(updates);
    if (create) for (const [id, count] of creates) counts.set(id, (counts.get(id) ?? 0) + count);
    if (counts.size === 0) return null;
    return (
      <p key={does} className="dim">
        {t(`misfits.${does}`, inWords(counts, fields))}
      </p>
    );
  });
}
