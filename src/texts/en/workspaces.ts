export const workspaces = {
  title: 'Workspaces',
  note: '{count, plural, one {# workspace} other {# workspaces}} for this key',
  created: 'created {time}',
  foreignCovers:
    'Covers on {hosts} are not loaded: not an allowed file host (fileHosts in the gateway’s configuration).',
  emptyTitle: 'No workspaces for this key',
  emptyText:
    'The key is valid but not authorized for any workspace. Authorize it in the enterprise console, or use another key.',
  otherKey: 'Use another key',
} as const;
