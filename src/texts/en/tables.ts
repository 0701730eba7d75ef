export const tables = {} as const;
