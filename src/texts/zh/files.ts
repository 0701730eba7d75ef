import type { files as en } from '../en/files';
import type { Translation } from '../translation';

export const files: Translation<typeof en> = {};
