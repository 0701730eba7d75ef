export const laterQuery = {
  editCondition: 'Change the condition on {field}',
  removeCondition: 'Remove the condition on {field}',
  allOf: 'all of',
  anyOf: 'any of',
  join: 'How the conditions are joined',
  unproven: 'operator not documented',
  unprovenLong:
    'Not every platform knows this operator, and one that does not may ignore it. Each row that comes is checked, and it is told when rows do not match.',
  operators: {
    eq: '=',
    ne: '≠',
    gt: '>',
    gte: '≥',
    lt: '<',
    lte: '≤',
    in: 'any of',
    nin: 'none of',
    em: 'is empty',
    notEm: 'is not empty',
  },
  ignoredBefore:
    'An answer of this session shows that the service ignores this operator on fields of this kind: rows came that do not match.',
  ignoredHere: '{misses, number} of {rows, number} rows do not match: the service ignores this.',
  refusedHere: 'The service refused this condition: {message}',
} as const;
