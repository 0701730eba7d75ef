import type { jobs as en } from '../en/jobs';
import type { Translation } from '../translation';

export const jobs: Translation<typeof en> = {};
