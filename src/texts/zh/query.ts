import type { query as en } from '../en/query';
import type { Translation } from '../translation';

export const query: Translation<typeof en> = {};
