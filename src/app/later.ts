// What of the frame is not part of the first picture, and the work in the background.

export { WaitingNotice } from '../ui/display/retrying-notice';
export { BackgroundWork, restart } from './background/background-work';
export { InsecureStrip, OpenJobs, PhoneBar, Seeding, ShortcutsDialog } from './frame/later-parts';
export { LeaveGuard } from './frame/leave-guard';
export { WritingLock } from './frame/writing-lock';
export { CommandPalette } from './palette/command-palette';
export { NotFound, PageError } from './start/page-error';
