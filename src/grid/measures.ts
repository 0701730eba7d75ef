/** Height of the heads of the columns, in px. */
export const headerHeight = 58;
/** Height of a row by density, in px. */
export const rowHeights = { compact: 33, roomy: 40 } as const;
