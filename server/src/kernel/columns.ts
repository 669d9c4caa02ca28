import type { Database, NewRow } from '../db/tables.ts'
import { type Snake, snake } from './values/spelling.ts'

/** `branch_id` as `branchId`. */
type FieldName<Column extends string> = Column extends `${infer Word}_${infer Rest}`
  ? `${Word}${Capitalize<FieldName<Rest>>}`
  : Column

type Fields<Columns> = { [Column in keyof Columns as FieldName<Column & string>]: Columns[Column] }
type Columns<Given> = { [Field in keyof Given as Snake<Field>]: Given[Field] }

/** What may be said of a new record: the columns of its table as an input names them, save those that follow from the rules. */
export type NewFields<Table extends keyof Database, Following extends keyof NewRow<Table> = never> = Fields<
  Omit<NewRow<Table>, 'company_id' | 'id' | 'created_at' | 'updated_at' | Following>
>

/**
 * The fields of an input as columns: all of them, so the input has to be one that holds no others (validated, or made here).
 * What is undefined is left out: an insert leaves it to the default, a change as it is.
 */
export const columnsOf = <Given extends object>(fields: Given): Columns<Given> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([field, value]) => [snake(field), value]),
  ) as Columns<Given>
