import type { records as en } from '../en/records';
import type { Translation } from '../translation';

export const records: Translation<typeof en> = {};
