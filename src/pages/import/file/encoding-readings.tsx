import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { encodingNames } from '../../../api/content/encoding';
import type { FileFacts } from '../../../transfer/in/worker/import-protocol';
import { Notice } from '../../../ui/display/notice';
import styles from '../import.module.css';
import type { Source } from './use-source';

/** Where the bytes do not tell the encoding: the same pieces of the file in both, to choose what reads right. */
export function EncodingReadings({ source, facts }: { source: Source; facts: FileFacts }) {
  const t = useTranslations('import.readings');
  const name = useId();
  const { guess, encoding } = facts;
  const { choice } = source;
  if (guess === null) return null;
  const byHand = choice.encoding !== undefined;
  return (
    <Notice tone={guess.close && !byHand ? 'staged' : 'neutral'} title={t(byHand ? 'chosen' : 'title')}>
      {byHand ? null : t('text')}
      <div role="radiogroup" aria-label={t('label')} className={styles.readings}>
        {guess.readings.map((reading) => (
          <label key={reading.encoding} className={styles.reading}>
            <input
              type="radio"
              name={name}
              checked={reading.encoding === encoding}
              onChange={() => source.choose({ ...choice, encoding: reading.encoding })}
            />
            <span>
              <b>{encodingNames[reading.encoding]}</b>
              {reading.pieces.join(' · ')}
            </span>
          </label>
        ))}
      </div>
    </Notice>
  );
}
