/** What happened to the rows of a job, in sentences. */
export const jobStoryTexts = {
  again: '“Fix and retry” opens {count, plural, one {it} other {them}} as unsent changes.',
  againLater: 'When the job has ended, “Fix and retry” opens {count, plural, one {it} other {them}} as unsent changes.',
  againSome:
    '“Fix and retry” opens the {count, number} that a change can put right as unsent changes, and names the others.',
  againNone:
    'No change in the table puts {count, plural, one {it} other {them}} right: the file of these rows has {count, plural, one {it} other {them}}.',
  againByFile:
    'To send {count, plural, one {it} other {them}} after all, bring the file of these rows: the import asks again.',
  notSent: {
    line: '{count, number} {count, plural, one {line} other {lines}} of the file that cannot be trusted',
    id: '{count, number} without the id of a record that is there',
    misfit: '{count, number} with a text that does not fit its field',
    several: '{count, number} whose key several records have',
    double: '{count, number} double: an earlier row means the same',
    key: '{count, number} without a value in the key',
    near: '{count, number} not decided: nearly {count, plural, one {a record that is} other {records that are}} there',
    left: '{count, number} left out in the check on purpose',
    create: '{count, number} not to be created: that was switched off',
    kind: '{count, number} with another kind of value that was not allowed',
    unread: '{count, number} that could not be checked',
    conflict: '{count, number} that somebody changed after {count, plural, one {it was} other {they were}} read',
    appeared:
      '{count, number} whose {count, plural, one {record was} other {records were}} created by someone else after the check',
    lost: '{count, number} whose {count, plural, one {record was} other {records were}} changed or deleted after the check, so that no record has the key',
    nothing: '{count, number} with nothing that can be written',
  },
  story: {
    written:
      '<b>{count, number}</b> {count, plural, one {row is} other {rows are}} verified: written, and that is proven.',
    same: '<b>{count, number}</b> {count, plural, one {row has} other {rows have}} no change: {count, plural, one {it held its} other {they held their}} value already, and nothing was sent for {count, plural, one {it} other {them}}.',
    refused:
      '<b>{count, number}</b> {count, plural, one {row was} other {rows were}} refused by the platform, and {count, plural, one {is} other {are}} not written. The reasons are below. {again}',
    invalid:
      '<b>{count, number}</b> {count, plural, one {row is} other {rows are}} invalid: the check kept {count, plural, one {it} other {them}} back, and nothing of {count, plural, one {it} other {them}} was sent ({whys}). {again}',
    left: '<b>{count, number}</b> {count, plural, one {row is} other {rows are}} left out: nothing of {count, plural, one {it} other {them}} was sent ({whys}). {again}',
    differs:
      '<b>{count, number}</b> {count, plural, one {row differs: it holds} other {rows differ: they hold}} something else than was sent, or only part of it, or {count, plural, one {its record was} other {their records were}} deleted. Somebody wrote after you, or the platform changed the value. Each row below says which. {again}',
    reported:
      '<b>{count, number}</b> {count, plural, one {row is} other {rows are}} reported by a callback only: no reading confirms what it says. Look again, or check {count, plural, one {it} other {them}} in the platform.',
    unknown:
      '<b>{count, number}</b> {count, plural, one {row is} other {rows are}} unknown: no proof came in time. {count, plural, one {It} other {They}} may still be written. Look again before you send {count, plural, one {it} other {them}} once more.',
    looking:
      '<b>{count, number}</b> {count, plural, one {row is} other {rows are}} unknown so far: the call failed, or never said whether it wrote. {count, plural, one {It is} other {They are}} being read back before anything is sent again.',
    accepted:
      '<b>{count, number}</b> {count, plural, one {row is} other {rows are}} accepted by the platform, and not proven yet: the table is being looked at.',
    sending: '<b>{count, number}</b> {count, plural, one {row is} other {rows are}} being sent.',
    waiting:
      '<b>{count, number}</b> {count, plural, one {row is not sent yet: it waits for its} other {rows are not sent yet: they wait for their}} turn.',
    paused:
      '<b>{count, number}</b> {count, plural, one {row is} other {rows are}} not sent while the job stands still.',
    stopped:
      '<b>{count, number}</b> {count, plural, one {row was} other {rows were}} not sent: the job was stopped before. {again}',
  },
} as const;
