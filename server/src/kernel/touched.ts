import { isDeepStrictEqual } from 'node:util'
import { fieldOf, snake } from './values/spelling.ts'

/** Columns that say nothing of what a change is about. */
const KEPT_BY_ALL = new Set(['company_id', 'id', 'created_at', 'updated_at'])
/** Columns that name records whose patients the database knows. */
const THROUGH = ['invoice_id', 'payment_id']
/** Where the platform keeps how far its own work has come. */
const PROGRESS = new Set(['webhook_recovery'])

type Row = Readonly<Record<string, unknown>>

/** A record as a write found it, as it has left it, and the fields of it that were written. */
interface Known {
  before?: Row
  after?: Row
  fields: Set<string>
}

/** What a write has changed so far, for its record: ids, and names of fields as the contract spells them; never a value. */
export class Touched {
  readonly #known = new Map<string, Known>()
  readonly #left = new Set<string>()
  readonly patientIds = new Set<string>()
  readonly throughIds = new Set<string>()

  /** The row of a table as it was found. */
  found(found: object): void {
    const row = found as Row
    const known = this.#of(String(row.id))
    if (!known.after) known.before ??= row
  }

  /** The row of a table as it is now, and which of its columns were written. */
  row(table: string, written: object, columns: readonly string[]): void {
    if (PROGRESS.has(table)) return
    const row = written as Row
    const { id, patient_id: patientId } = row
    const whose = table === 'patient' ? id : patientId
    if (typeof whose === 'string') this.patientIds.add(whose)
    else for (const column of THROUGH) if (typeof row[column] === 'string') this.throughIds.add(row[column])
    if (typeof id !== 'string') return
    const known = this.#of(id)
    known.after = { ...known.after, ...row }
    for (const column of columns) if (!KEPT_BY_ALL.has(column)) known.fields.add(fieldOf(column))
  }

  /** What an event tells of a record, and which of its fields were different before. */
  event(object: string, { id, patientId, invoiceId, paymentId }: Row, fields: readonly string[]): void {
    this.row(object, { id, patient_id: patientId, invoice_id: invoiceId, payment_id: paymentId }, fields)
  }

  /** Names that were given, such as those of settings, and are as they were. */
  left(names: readonly string[]): void {
    for (const name of names) this.#left.add(name)
  }

  /** Whether what was given under the name left these records as they were. */
  wasLeft(name: string, ids: readonly string[]): boolean {
    return this.#left.has(name) || ids.some(id => isSame(this.#known.get(id), snake(name)))
  }

  /** The records that were written. */
  get ids(): string[] {
    return [...this.#known].flatMap(([id, { after }]) => (after ? [id] : []))
  }

  /** The fields that were written of these records. */
  fieldsOf(ids: readonly string[]): string[] {
    return [...new Set(ids.flatMap(id => [...(this.#known.get(id)?.fields ?? [])]))].sort()
  }

  #of(id: string): Known {
    const known = this.#known.get(id) ?? { fields: new Set() }
    this.#known.set(id, known)
    return known
  }
}

/** What is sealed lies beside the column of its name. */
const isSame = (known: Known | undefined, name: string): boolean =>
  known?.before !== undefined &&
  name in known.before &&
  [name, `${name}_sealed`].every(column =>
    isDeepStrictEqual({ ...known.before, ...known.after }[column], known.before?.[column]),
  )
