export const laterTables = {
  emptyTitle: 'No {type} tables in this workspace',
  emptyText: 'Other types may have tables; see the numbers on the tabs.',
  noMatchTitle: 'No {type} table matches “{find}”',
  noMatchText: 'Searched by name, alias and ID.',
  clearFind: 'Clear search',
  matchesIn: '{count, plural, one {# match} other {# matches}} in {type}',
} as const;
