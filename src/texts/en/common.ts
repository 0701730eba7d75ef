export const common = {
  appName: 'Warehouse Console',
  retry: 'Try again',
  reload: 'Reload page',
  partMissing: 'Part of the page could not be loaded.',
  refresh: 'Refresh',
  clear: 'Clear',
  loading: 'Loading…',
  justNow: 'just now',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Copying failed. Select the text and copy it manually.',
  resize: 'Resize {name}',
} as const;
