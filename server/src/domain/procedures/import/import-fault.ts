import type { IMPORT_COLUMNS, IMPORT_FAULTS } from '@clinic/contract/staff/procedures.ts'

export type ImportColumn = (typeof IMPORT_COLUMNS)[number]
export type FaultCode = (typeof IMPORT_FAULTS)[number]

/** What is wrong in a text, and where. */
export interface ImportFault {
  /** On which line of the text its row ends, from 1 on. */
  line: number
  /** As the text calls it; null where it is the row as a whole. */
  column: string | null
  code: FaultCode
}

/** What a cell says, or what is wrong with it. */
export type Read<Value> = { value: Value } | { fault: FaultCode }
