const DERIVED = new Set(['search_text', 'name_text', 'national_id_mac', 'updated_at', 'version'])

/** Whether a column follows from others of its row, and says nothing of its own. */
export const isDerived = (column: string): boolean => DERIVED.has(column)
