import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { fileCalls } from '../../../api/files/file-links';
import type { Id } from '../../../contract/ids';
import { Button } from '../../../ui/form/button';
import { useJoin } from '../../../ui/hooks/use-phrases';
import { SearchIcon } from '../../../ui/icons/icons';
import type { FilesPlace } from './file-ids';
import { readFileIds } from './file-ids';
import styles from './ids-form.module.css';

/** The ID of the field, which is one on its page. */
export const fileIdsField = 'file-ids';

interface IdsFormProps {
  place: FilesPlace;
  busy: boolean;
  onLookUp: (ids: Id[]) => void;
}

/** Takes any text and finds the IDs in it; reports what it found before anything is sent. Enter looks up, Shift+Enter breaks the line. */
export function IdsForm({ place, busy, onLookUp }: IdsFormProps) {
  const t = useTranslations('files');
  const noteId = useId();
  const shown = place.ids.join(', ');
  // What is typed belongs to the ids it was typed over or led to; going back in the history shows the ids of that entry.
  const [draft, setDraft] = useState({ text: shown, at: shown });
  const [pressed, setPressed] = useState(false);
  const text = draft.at === shown ? draft.text : shown;
  const reading = useMemo(() => readFileIds(text), [text]);

  function lookUp() {
    setPressed(true);
    if (reading.ids.length === 0) return;
    setDraft({ text, at: reading.ids.join(', ') });
    onLookUp(reading.ids);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    lookUp();
  }

  const problem = pressed && reading.ids.length === 0 ? t(text.trim() === '' ? 'nothingTyped' : 'noDigits') : null;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        lookUp();
      }}
    >
      <div className={styles.box}>
        <SearchIcon className={styles.icon} />
        <textarea
          id={fileIdsField}
          aria-label={t('ids')}
          aria-describedby={noteId}
          aria-invalid={problem !== null || undefined}
          rows={1}
          spellCheck={false}
          placeholder={t('placeholder')}
          className={styles.text}
          value={text}
          onChange={(event) => {
            setPressed(false);
            setDraft({ text: event.target.value, at: shown });
          }}
          onKeyDown={onKeyDown}
        />
        <Button type="submit" kind="primary" busy={busy}>
          {t('lookUp')}
        </Button>
      </div>
      <div id={noteId} role="status" className={styles.notes}>
        {problem ? <p className={styles.problem}>{problem}</p> : null}
        <ReadingNotes reading={reading} refused={place.refused} />
        {place.outsideAddress ? <p>{t('notInAddress')}</p> : null}
      </div>
    </form>
  );
}

interface ReadingNotesProps {
  reading: ReturnType<typeof readFileIds>;
  refused: string[];
}

/** What a text contains beside plain IDs; nothing if there is nothing to report. */
function ReadingNotes({ reading, refused }: ReadingNotesProps) {
  const t = useTranslations('files');
  const join = useJoin();
  const { ids, repeated, tooLong, rounded } = reading;
  const first = (texts: readonly string[]) => {
    const list = join(texts.slice(0, 5));
    return texts.length > 5 ? t('read.more', { list, count: texts.length - 5 }) : list;
  };
  return (
    <>
      {ids.length > 1 ? <p>{t('read.count', { ids: ids.length, calls: fileCalls(ids).length })}</p> : null}
      {repeated.length > 0 ? <p>{t('read.repeated', { count: repeated.length, ids: first(repeated) })}</p> : null}
      {tooLong.length > 0 ? (
        <p className={styles.problem}>{t('read.tooLong', { count: tooLong.length, ids: first(tooLong) })}</p>
      ) : null}
      {rounded.length > 0 ? (
        <p className={styles.problem}>{t('read.rounded', { count: rounded.length, ids: first(rounded) })}</p>
      ) : null}
      {refused.length > 0 ? <p className={styles.problem}>{t('read.refused', { parts: first(refused) })}</p> : null}
    </>
  );
}
