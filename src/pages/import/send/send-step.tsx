import { useTranslations } from 'use-intl';
import { requestsPerCall } from '../../../jobs/plan/plan';
import { Button } from '../../../ui/form/button';
import { Checkbox } from '../../../ui/form/checkbox';
import { stepThatMends, type Why, whys } from '../check/left-out';
import { ClearNote, MisfitNote } from '../check/misfit-note';
import type { CheckState } from '../check/use-check';
import styles from '../import.module.css';
import { useDuration } from '../../../ui/hooks/use-duration';
import type { Step } from '../wizard';
import type { Sending } from './use-sending';

interface SendStepProps {
  found: Extract<CheckState, { state: 'done' }>;
  sending: Sending;
  /** Requests a second. */
  rate: number;
  onStep(step: Step): void;
}

/** The last step: what would be sent, and what not and why. Sending itself is asked for below, where every step is left. */
export function SendStep({ found: { check, tally }, sending, rate, onStep }: SendStepProps) {
  const t = useTranslations('import.send');
  const duration = useDuration();
  const { misfits, leftOut } = tally;
  const { rows, calls, creates, create, setCreate } = sending;
  const toCreate = check.counts['will-create'] ?? 0;
  return (
    <div className={styles.sendCard}>
      <h2 className={styles.heading}>{t('title')}</h2>
      {rows > 0 ? (
        <p>
          {t('sum', {
            update: rows - creates,
            create: creates,
            calls,
            time: duration((calls * requestsPerCall) / rate),
            rate,
          })}
        </p>
      ) : (
        <p>
          <b>{t(leftOut.get('same') === check.rows ? 'allSame' : 'nothing', { count: check.rows })}</b>
        </p>
      )}
      {toCreate > 0 ? (
        <Checkbox
          label={t('create', { count: toCreate })}
          hint={t('createHint')}
          checked={create}
          onChange={setCreate}
        />
      ) : null}
      <ClearNote clears={tally.clears.all} fields={check.fields} />
      <MisfitNote misfits={misfits.filter(({ state }) => create || state !== 'will-create')} fields={check.fields} />
      {rows < check.rows ? (
        <LeftOut all={check.rows} sent={rows} leftOut={leftOut} notCreated={create ? 0 : toCreate} onStep={onStep} />
      ) : null}
    </div>
  );
}

interface LeftOutProps {
  all: number;
  sent: number;
  leftOut: ReadonlyMap<Why, number>;
  /** Rows that would create a record, where the person wants none. */
  notCreated: number;
  onStep(step: Step): void;
}

/** The rows that are not sent, by why, each with the way to the step that mends it. */
function LeftOut({ all, sent, leftOut, notCreated, onStep }: LeftOutProps) {
  const t = useTranslations('import.send');
  const step = useTranslations('import.step');
  const title = t('leftOut', { count: all - sent, all });
  return (
    <section aria-label={title} className={styles.leftOut}>
      <h3 className={styles.heading}>{title}</h3>
      <ul>
        {whys.map((why) => {
          const count = leftOut.get(why) ?? 0;
          const mends = stepThatMends[why];
          if (count === 0) return null;
          return (
            <li key={why} className={styles.leftOutRow}>
              <span>{t(`why.${why}`, { count })}</span>
              {mends ? (
                <Button kind="ghost" size="small" onClick={() => onStep(mends)}>
                  {t('toStep', { step: step(mends) })}
                </Button>
              ) : null}
            </li>
          );
        })}
        {notCreated > 0 ? <li className={styles.leftOutRow}>{t('why.not_created', { count: notCreated })}</li> : null}
      </ul>
      <p className="dim">{t(sent === 0 ? 'toldByCheck' : 'toldByJob')}</p>
    </section>
  );
}
