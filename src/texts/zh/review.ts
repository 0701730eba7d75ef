import type { review as en } from '../en/review';
import type { Translation } from '../translation';

export const review: Translation<typeof en> = {};
