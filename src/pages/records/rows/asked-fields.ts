/** Fields that pages are asked for. */
export interface AskedFields {
  /** Those that the page needs: of the columns shown, of the filter and of the order; null: all, because nothing is hidden. */
  needed: readonly string[] | null;
  /** Those that are asked for (4.1); null: all. */
  fields: readonly string[] | null;
}

export const allFields: AskedFields = { needed: null, fields: null };
