import type { provider as en } from '../en/provider';
import type { Translation } from '../translation';

export const provider: Translation<typeof en> = {};
