export const provider = {} as const;
