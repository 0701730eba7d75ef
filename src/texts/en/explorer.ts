export const explorer = {} as const;
