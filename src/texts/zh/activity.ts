import type { activity as en } from '../en/activity';
import type { Translation } from '../translation';

export const activity: Translation<typeof en> = {};
