// What of the frame is not part of the first picture, and the work in the background.

export { BackgroundWork, beginAnew } from './background/background-work';
export { InsecureStrip, OpenJobs, Seeding } from './frame/frame-parts';
export { ShortcutsDialog } from './frame/shortcuts-dialog';
export { CommandPalette } from './palette/command-palette';
export { NotFound, PageError } from './start/page-error';
