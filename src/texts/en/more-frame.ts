export const moreFrame = {
  paletteHint: 'Go to a page, workspace or table, or run a command',
  palettePages: 'Pages',
  paletteWorkspaces: 'Workspaces',
  paletteTables: 'Tables',
  paletteCommands: 'Commands',
  paletteEmpty: 'Nothing matches “{query}”',
  lockKey: 'Lock the key',
  forgetKey: 'Forget the key',
} as const;
