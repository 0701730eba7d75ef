export const changes = {
  label: 'Changes',
  count:
    '{changed, plural, =0 {} other {<v>{changed, number} {changed, plural, one {record} other {records}} changed</v> · }}{created, plural, =0 {} other {<v>{created, number} new</v> · }}{cells, number} {cells, plural, one {cell} other {cells}}',
  promise: 'nothing is sent until you review',
  notKept: 'This browser keeps nothing: these changes end with the page.',
  undo: 'Undo',
  redo: 'Redo',
  discard: 'Discard',
  review: 'Review {records, number} {records, plural, one {change} other {changes}}',
  nothingToUndo: 'There is nothing to undo.',
  nothingToRedo: 'There is nothing to redo.',
  nothingToReview: 'Nothing is changed.',
  tableUnknown: 'The type of this table is not known yet.',
  sent: 'Sent from here',
  sentLook: 'Not every row is proven to be written. The job’s page says why, and what can be done.',
  openJob: 'Open the job',
  dismiss: 'Dismiss',
  discardTitle: 'Discard {cells, number} {cells, plural, one {change} other {changes}}?',
  discardText:
    'The changed cells of {records, number} {records, plural, one {record} other {records}} go back to what was read. Nothing was sent. Undo brings the changes back.',
  discardAction: 'Discard {cells, number} {cells, plural, one {change} other {changes}}',
} as const;
