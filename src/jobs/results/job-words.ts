import { useMemo } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { Json } from '../../contract/json';
import type { JobField, JobOrder, JobRow, RowResult } from '../../storage/job-rows';
import { joinSentences } from '../../texts/join-sentences';
import type { CallSummary } from '../ledger/use-jobs';
import { isDecided } from '../proof/proof';
import { changedFields, fieldName, fieldText, fieldWith, misfitFields } from '../table/job-field';
import { isLeftOut, outcomeKey, rowReasonKey, whyNotSent } from '../table/row-reasons';
import type { JobLine } from './job-lines';

type ReasonKey =
  | 'created_event'
  | 'created_read'
  | 'verified_event'
  | 'verified_read'
  | 'differs'
  | 'deleted'
  | 'in_part'
  | 'not_seen'
  | 'no_answer'
  | 'no_answer_over'
  | 'cannot_read'
  | 'not_shown'
  | 'call_refused'
  | 'call_refused_so_far'
  | 'turned_away'
  | 'turned_away_over'
  | 'event'
  | 'reported_written'
  | 'reported_not_written'
  | 'accepted'
  | 'sending'
  | 'not_sent'
  | 'stopped'
  | 'no_change'
  | 'created_instead'
  | 'updated_instead'
  | 'created_or_updated';

/** Why a row has its outcome, as a text key below `reason`; what a dry run can find too has its words in the review. */
export function reasonKeyOf({ outcome, reason, proof, at, created, unsure }: RowResult, order: JobOrder): ReasonKey {
  // A row that is unknown while it is still looked for has no time of decision.
  if (reason === 'no-answer') return at === undefined ? 'no_answer' : 'no_answer_over';
  if (reason === 'call-refused') return at === undefined ? 'call_refused_so_far' : 'call_refused';
  if (reason === 'turned-away') return at === undefined ? 'turned_away' : 'turned_away_over';
  if (reason !== null) return reason.replaceAll('-', '_') as ReasonKey;
  if (outcome === 'verified' && created) return proof === 'event' ? 'created_event' : 'created_read';
  if (outcome === 'verified' && unsure) return 'created_or_updated';
  if (outcome === 'verified') return proof === 'event' ? 'verified_event' : 'verified_read';
  if (outcome === 'not-sent') return order === 'stop' ? 'stopped' : 'not_sent';
  if (outcome === 'no-change') return 'no_change';
  if (outcome === 'accepted' || outcome === 'sending') return outcome;
  return outcome === 'differs' ? 'differs' : 'cannot_read';
}

/** Reasons that a delete has other words for: it writes nothing. */
const reasonsOfDelete = [
  'verified_read',
  'not_seen',
  'call_refused',
  'call_refused_so_far',
  'no_answer_over',
  'event',
  'reported_written',
  'reported_not_written',
] as const satisfies ReasonKey[];

function reasonTextOf(key: ReasonKey, type: JobRow['update_type']) {
  const ofDelete = type === 'delete' ? reasonsOfDelete.find((each) => each === key) : undefined;
  return ofDelete ? (`reasonOfDelete.${ofDelete}` as const) : (`reason.${key}` as const);
}

type WordedJob = Pick<JobRow, 'order' | 'fields' | 'update_type' | 'update_by_fields'>;

export type JobWords = ReturnType<typeof useJobWords>;

/** Texts of outcomes and reasons in the language of the page. */
export function useJobWords({ order, fields, update_type, update_by_fields }: WordedJob) {
  const t = useTranslations('jobs');
  const review = useTranslations('review');
  const format = useFormatter();
  return useMemo(
    () => ({
      /** Of a row that might have created its record, also which of the two it did. */
      outcome({
        outcome,
        created,
        unsure,
        reason,
      }: Pick<RowResult, 'outcome' | 'created' | 'unsure' | 'reason'>): string {
        if (outcome === 'invalid' && reason === 'several-match') return t('severalMatch');
        if (outcome === 'invalid' && isLeftOut(whyNotSent(reason))) return t('leftOut');
        if (outcome === 'differs' && reason === 'deleted') return t('deleted');
        if (outcome === 'differs' && reason === 'in-part') return t('inPart');
        if (outcome !== 'verified' || !(created || update_type === 'upsert'))
          return t(outcomeKey(outcome, { update_type }));
        return t(created ? 'madeCreated' : unsure ? 'madeEither' : 'madeUpdated');
      },
      /** @param failure how the call of the row ended, where it was not accepted */
      reason(
        line: Pick<JobLine, 'line' | 'sent' | 'before' | 'read_at' | 'result'>,
        failure?: CallSummary['failure'],
      ): string {
        const { result } = line;
        const misfits = misfitsOf(line, fields, update_by_fields).map((id) => t('fitsNot', misfitOf(line, id, fields)));
        // The text itself says more than that it is one, or that the key is empty.
        if (misfits.length > 0 && result.reason !== 'several-match') return joinSentences(...misfits);
        const found = rowReasonKey(result.reason);
        const plain = found
          ? joinSentences(
              review(`reasons.${found}`, { line: String(line.line) }),
              result.twin ? t('twin', { line: result.twin }) : null,
            )
          : t(reasonTextOf(reasonKeyOf(result, order), update_type));
        const isSeen = result.outcome === 'differs' || result.reason === 'call-refused';
        const time = isSeen && !isDecided(result) ? line.read_at : null;
        const reason =
          time === null
            ? plain
            : t('seenAt', { reason: plain, time: format.dateTime(time, { timeStyle: 'medium', hourCycle: 'h23' }) });
        const call = result.reason === 'no-answer' || result.reason === 'turned-away' ? failure : null;
        const { message, code } = call ? { message: call.message, code: call.code ?? undefined } : result;
        // The browser's error texts do not help a person.
        if (call?.kind === 'no-answer' && call.status === null) return t('lineBroke', { reason });
        if (!message) return joinSentences(reason, ...misfits);
        return code === undefined
          ? t('said', { reason, message })
          : t('saidCode', { reason, message, code: String(code) });
      },
      /** Each changed field, old and new: a blank alone would not show what was requested. */
      change(line: JobLine): string {
        return changedFields(line, fields)
          .map((id) => {
            const field = fieldWith(fields, id);
            const say = (value: Json | undefined) => clipped(fieldText(value, field)) || t(noneOf(value));
            const after = say(line.sent[id]);
            const name = fieldName(fields, id);
            return line.before === null ? `${name}: ${after}` : `${name}: ${say(line.before[id])} → ${after}`;
          })
          .join('; ');
      },
    }),
    [t, review, format, order, fields, update_type, update_by_fields],
  );
}

/** The text key of the word for a value that has no text. */
export function noneOf(value: Json | undefined): 'missing' | 'null' | 'empty' {
  if (value === undefined) return 'missing';
  return value === null ? 'null' : 'empty';
}

/** Longest value that the sentence about a change repeats. */
const maxMessageLength = 200;

function clipped(text: string): string {
  return text.length > maxMessageLength ? `${text.slice(0, maxMessageLength)}…` : text;
}

/** Fields whose text keeps a row out, by id: of a row without a key only those of the key. Where several records have its key they would keep it out next. */
function misfitsOf(
  line: Pick<JobLine, 'sent' | 'before' | 'result'>,
  fields: readonly JobField[],
  keyFields: readonly string[],
): string[] {
  const { reason, outcome } = line.result;
  if (outcome !== 'invalid') return [];
  if (reason === 'does-not-fit' || reason === 'several-match') return misfitFields(line, fields);
  if (reason !== 'key-empty' && reason !== 'key-missing') return [];
  return misfitFields(line, fields).filter((id) => keyFields.includes(id));
}

function misfitOf(
  { sent }: Pick<JobLine, 'sent'>,
  id: string,
  fields: readonly JobField[],
): { text: string; field: string } {
  return { text: String(sent[id]), field: fieldName(fields, id) };
}
