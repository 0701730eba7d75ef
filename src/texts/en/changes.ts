export const changes = {} as const;
