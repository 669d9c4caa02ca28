import type { Statement } from '../db/statement.ts'
import type { FileStorage } from '../domain/files/file-storage.ts'
import type { PluginVersion } from '../domain/plugins/plugin-version.ts'
import type { RowCollection, RowsByTable } from '../kernel/insert-many.ts'
import type { IdKind } from '../kernel/values/id-prefixes.ts'
import type { SecretBox } from '../kernel/values/secret-box.ts'
import type { ClinicPlan } from './plan.ts'
import type { Random } from './random.ts'

export interface DemoContext {
  plan: ClinicPlan
  /** Of this step alone, so that a step that is added or changed leaves the rows of the others as they are. */
  random: Random
  /** The instant that the demo is made for, epoch milliseconds: nothing has happened after it. */
  now: number
  /** The clinic's date at `now`. */
  today: string
  companyId: string
  /** The id of the record that these words name, the same in every run: `id('patient', 17)`. */
  id(kind: IdKind, ...words: (string | number)[]): string
  /** The rows of earlier steps, with the values that were given. */
  made: RowCollection['of']
  /** The demo's plugins, published. */
  plugins: readonly PluginVersion[]
  box: SecretBox
}

/** One family of the demo: a pure function of its context. */
export interface DemoStep {
  /** As the progress line calls it. */
  name: string
  /** Rows by table, inserted in their order. */
  rows(context: DemoContext): RowsByTable
  /** What is stored of the rows, where that is not what later steps know of them. */
  seal?(rows: RowsByTable, box: SecretBox, companyId: string): RowsByTable
  /** What is to be run in the clinic once they are there, to bring sums in earlier rows up to date. */
  settle?(companyId: string): Statement[]
  /** Puts what its files hold where files lie. */
  store?(rows: RowsByTable, companyId: string, files: FileStorage): Promise<void>
}
