/** Outlines (24 grid) of the icons that are drawn without a component too. */
export const fileOutline = 'M14 3H7a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V8zm0 0v5h5';
export const warningOutline = 'M12 4 2.8 20h18.400zm0 6v4.500m0 2.600v.1';
