export const query = {} as const;
