import type { tables as en } from '../en/tables';
import type { Translation } from '../translation';

export const tables: Translation<typeof en> = {};
