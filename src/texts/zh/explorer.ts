import type { explorer as en } from '../en/explorer';
import type { Translation } from '../translation';

export const explorer: Translation<typeof en> = {};
