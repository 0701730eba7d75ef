import type { events as en } from '../en/events';
import type { Translation } from '../translation';

export const events: Translation<typeof en> = {};
