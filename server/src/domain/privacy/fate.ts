/** What becomes of a patient's rows of a table when the file is made anonymous. Columns are words, separated by spaces. */
export interface Fate {
  /** Which rows `t` are about the patient: SQL, with $1 the clinic and $2 the patient. */
  readonly of: string
  /** What stays: ids, dates, codes, numbers. */
  readonly keep: string
  /** Dates of which the year stays. */
  readonly year?: string
  /** What is emptied. */
  readonly empty?: string
  /** What is emptied and takes no null: the SQL of what stands there then. */
  readonly blank?: Readonly<Record<string, string>>
  /** Whether the row stays to be seen while the file is restricted, without what will be emptied. */
  readonly stays?: true
  /** Whether the rows are evidence, which is never changed: what names the person is emptied by clinic_retention alone. */
  readonly sealed?: true
}

/** What every record of a clinic has. */
export const OF_ALL = ['company_id', 'id', 'created_at', 'updated_at']

export const words = (text = ''): string[] => text.split(/\s+/).filter(Boolean)

/** The columns of the table's rows that lose what is in them, with the SQL of what is there then. */
export const emptied = ({ empty, blank = {} }: Fate): [column: string, then: string][] => [
  ...words(empty).map((column): [string, string] => [column, 'null']),
  ...Object.entries(blank),
]

export const OF_PATIENT = 't.patient_id = $2'
/** Rows that belong to a record of the patient. */
export const ofOwner = (owner: string, column: string): string =>
  `t.${column} in (select owner.id from ${owner} as owner where owner.company_id = $1 and owner.patient_id = $2)`
