export const workspaces = {
  title: 'Workspaces',
  note: '{count, plural, one {# workspace} other {# workspaces}} in the scope of this key',
  created: 'created {time}',
  foreignCovers:
    'Covers on {hosts} are not loaded: not among the file hosts of this environment (fileHosts in the configuration of the gateway).',
  emptyTitle: 'No workspace in the scope of this key',
  emptyText:
    'The key is valid, but the enterprise console has not authorized it for any workspace. Have it authorized, or connect with another key.',
  otherKey: 'Connect with another key',
} as const;
