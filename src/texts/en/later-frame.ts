export const laterFrame = {
  notFoundTitle: 'Page not found',
  notFoundText: 'There is no page at {path}. The address may be incomplete or from another version.',
  notFoundAction: 'Go home',
  noEnvironmentTitle: 'No environment “{name}”',
  noEnvironmentText: 'This gateway has no environment of that name. Choose another one.',
  insecureTitle: 'Read-only: this page needs HTTPS or loopback',
  insecureText:
    'Without it the browser offers no encryption, locks or clipboard. The key stays in memory, and changes cannot be sent.',
  goToConnect: 'Connect',
  paletteHint: 'Search pages, tables and commands',
  palettePages: 'Pages',
  paletteWorkspaces: 'Workspaces',
  paletteTables: 'Tables',
  paletteCommands: 'Commands',
  paletteEmpty: 'No matches for “{query}”',
  lockKey: 'Lock key',
  forgetKey: 'Forget key',
} as const;
