import type { changes as en } from '../en/changes';
import type { Translation } from '../translation';

export const changes: Translation<typeof en> = {};
