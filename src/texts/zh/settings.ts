import type { settings as en } from '../en/settings';
import type { Translation } from '../translation';

export const settings: Translation<typeof en> = {};
