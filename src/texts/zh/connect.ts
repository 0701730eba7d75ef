import type { connect as en } from '../en/connect';
import type { Translation } from '../translation';

export const connect: Translation<typeof en> = {};
