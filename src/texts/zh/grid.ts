import type { grid as en } from '../en/grid';
import type { Translation } from '../translation';

export const grid: Translation<typeof en> = {};
