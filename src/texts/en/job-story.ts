/** What happened to the rows of a job, in sentences. */
export const jobStoryTexts = {
  again: '“Fix and retry” opens {count, plural, one {it} other {them}} as unsent changes.',
  againLater: 'After the job, “Fix and retry” opens {count, plural, one {it} other {them}} as unsent changes.',
  againSome: '“Fix and retry” opens {count, number} as unsent changes and lists the others.',
  againNone: '{count, plural, one {It} other {They}} can only be fixed in the file.',
  againByFile:
    'Import {count, plural, one {this row} other {these rows}} again to send {count, plural, one {it} other {them}}.',
  notSent: {
    line: '{count, number} malformed {count, plural, one {line} other {lines}}',
    id: '{count, number} with an unknown record ID',
    misfit: '{count, number} with a value that does not fit its field',
    size: '{count, number} too large for one request',
    several: '{count, number} matching several records',
    duplicate: '{count, number} {count, plural, one {duplicate} other {duplicates}} of an earlier row',
    key: '{count, number} without a valid key',
    near: '{count, number} similar to {count, plural, one {a record} other {records}}, no decision',
    left: '{count, number} skipped in the check',
    create: '{count, number} to create, which was off',
    kind: '{count, number} with another value type, not allowed',
    unread: '{count, number} that could not be checked',
    conflict: '{count, number} changed by someone else since {count, plural, one {it was} other {they were}} loaded',
    appeared: '{count, number} whose key another record has by now',
    lost: '{count, number} no longer matching, because the record was changed or deleted after the check',
    nothing: '{count, number} with no values to write',
  },
  story: {
    written: '<b>{count, number}</b> {count, plural, one {row} other {rows}} saved and verified.',
    deleted: '<b>{count, number}</b> {count, plural, one {record} other {records}} deleted and verified.',
    undeleted:
      '<b>{count, number}</b> {count, plural, one {record} other {records}} refused by the platform and not deleted.',
    still_there:
      '<b>{count, number}</b> {count, plural, one {record} other {records}} still there, or not read in time: {count, plural, one {it} other {they}} may still be deleted. Verify again before you delete {count, plural, one {it} other {them}} again.',
    same: '<b>{count, number}</b> {count, plural, one {row} other {rows}} already had {count, plural, one {its value} other {their values}}; nothing was sent.',
    refused:
      '<b>{count, number}</b> {count, plural, one {row} other {rows}} refused by the platform and not written. {again}',
    invalid: '<b>{count, number}</b> {count, plural, one {row} other {rows}} invalid and not sent ({whys}). {again}',
    left: '<b>{count, number}</b> {count, plural, one {row} other {rows}} skipped ({whys}). {again}',
    skipped: '<b>{count, number}</b> {count, plural, one {row} other {rows}} skipped by choice ({whys}). {again}',
    differs:
      '<b>{count, number}</b> {count, plural, one {row differs} other {rows differ}} from what was sent, because someone else changed or deleted {count, plural, one {it} other {them}}, or the platform changed or partly wrote the values. {again}',
    reported:
      '<b>{count, number}</b> {count, plural, one {row is} other {rows are}} reported by a callback only. Verify again, or check {count, plural, one {it} other {them}} on the platform.',
    unknown:
      '<b>{count, number}</b> {count, plural, one {row} other {rows}} with unknown outcome: not verified in time, but {count, plural, one {it} other {they}} may still be written. Verify again before you send {count, plural, one {it} other {them}} again.',
    looking:
      '<b>{count, number}</b> {count, plural, one {row} other {rows}} with unknown outcome: the batch failed or had no clear response. Reading back before anything is sent again.',
    accepted: '<b>{count, number}</b> {count, plural, one {row} other {rows}} accepted by the platform; verifying.',
    sending: '<b>{count, number}</b> {count, plural, one {row is} other {rows are}} being sent.',
    waiting: '<b>{count, number}</b> {count, plural, one {row is} other {rows are}} waiting to be sent.',
    paused: '<b>{count, number}</b> {count, plural, one {row is} other {rows are}} not sent while the job is paused.',
    stopped:
      '<b>{count, number}</b> {count, plural, one {row was} other {rows were}} not sent: the job was stopped. {again}',
  },
} as const;
