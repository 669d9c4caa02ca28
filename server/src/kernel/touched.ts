import { camel } from './values/spelling.ts'

/** Columns that say nothing of what a change is about. */
const KEPT_BY_ALL = new Set(['company_id', 'id', 'created_at', 'updated_at'])
/** Columns that name records whose patients the database knows. */
const THROUGH = ['invoice_id', 'payment_id']

/** Where the platform keeps how far its own work has come. */
const PROGRESS = new Set(['webhook_recovery'])

type Row = Readonly<Record<string, unknown>>

/** What a write has changed so far, for its record: ids, and names of fields as the contract spells them; never a value. */
export class Touched {
  readonly #fields = new Map<string, Set<string>>()
  readonly #left = new Set<string>()
  readonly patientIds = new Set<string>()
  readonly throughIds = new Set<string>()

  /** The row of a table as it is now, and which of its columns were written. */
  row(table: string, row: Row, columns: readonly string[]): void {
    if (PROGRESS.has(table)) return
    const { id, patient_id: patientId } = row
    const whose = table === 'patient' ? id : patientId
    if (typeof whose === 'string') this.patientIds.add(whose)
    else for (const column of THROUGH) if (typeof row[column] === 'string') this.throughIds.add(row[column])
    if (typeof id !== 'string') return
    const fields = this.#fields.get(id) ?? new Set()
    for (const column of columns) if (!KEPT_BY_ALL.has(column)) fields.add(camel(column))
    this.#fields.set(id, fields)
  }

  /** What an event tells of a record, and which of its fields were different before. */
  event(object: string, { id, patientId, invoiceId, paymentId }: Row, fields: readonly string[]): void {
    this.row(object, { id, patient_id: patientId, invoice_id: invoiceId, payment_id: paymentId }, fields)
  }

  /** Fields that were given and differ from nothing. */
  left(names: readonly string[]): void {
    for (const name of names) this.#left.add(name)
  }

  wasLeft(name: string): boolean {
    return this.#left.has(name)
  }

  get ids(): string[] {
    return [...this.#fields.keys()]
  }

  /** The fields that were written of these records. */
  fieldsOf(ids: readonly string[]): string[] {
    return [...new Set(ids.flatMap(id => [...(this.#fields.get(id) ?? [])]))].sort()
  }
}
