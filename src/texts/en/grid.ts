export const grid = {} as const;
