export const laterFrame = {
  notFoundTitle: 'No such page',
  notFoundText: 'The address {path} leads nowhere. It may be cut off, or from another version.',
  notFoundAction: 'Go to the start',
  noEnvironmentTitle: 'No environment “{name}”',
  noEnvironmentText: 'This gateway does not know an environment of that name. Choose one that it has.',
  insecureTitle: 'Read-only: this page is not on HTTPS or loopback',
  insecureText:
    'The browser withholds encryption, locks and the clipboard here. The key stays in memory only, and nothing can be sent that changes data.',
  goToConnect: 'Connect',
  paletteHint: 'Go to a page, workspace or table, or run a command',
  palettePages: 'Pages',
  paletteWorkspaces: 'Workspaces',
  paletteTables: 'Tables',
  paletteCommands: 'Commands',
  paletteEmpty: 'Nothing matches “{query}”',
  lockKey: 'Lock the key',
  forgetKey: 'Forget the key',
} as const;
