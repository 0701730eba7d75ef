import type { workspaces as en } from '../en/workspaces';
import type { Translation } from '../translation';

export const workspaces: Translation<typeof en> = {};
