/** What comes with the first condition somebody writes: notices, forms, builder. */
export const filters = {
  notices: {
    ignoredParameters: 'Part of the address was ignored',
    ignoredParameter: '{parameter}: {reason}.',
    forgetParameters: 'Remove from the address',
    ignored:
      '{misses, number} of {rows, number} rows do not match: the service ignores “{operator}” on {field}. The rows below are not filtered by it.',
    ignoredGroup:
      '{misses, number} of {rows, number} rows satisfy none of the conditions of a group: the service ignores at least one of its operators, and the rows do not tell which.',
    unchanged: 'The first {rows, number} rows are the same with and without this filter.',
    unchangedText:
      'Either all of them match or the service ignores it: the rows do not tell, because their values cannot be compared here.',
    tooLong:
      'This filter is {size, number} KB long. Some browsers and chats cut such an address; keep the JSON if you want to share it.',
  },
} as const;
