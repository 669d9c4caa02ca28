import type { Operation, TProperties, TSchema } from '@clinic/contract/kernel.ts'
import type { ListSource } from '../kernel/list-source.ts'
import { page } from '../kernel/page.ts'
import type { Presenter } from '../kernel/presenter.ts'
import { snake } from '../kernel/values/spelling.ts'
import { closedInput, paging, type QueryRule, queryOf, rowsOf } from './inputs.ts'
import { patientNames } from './patient-names.ts'
import { closed, list, maybe } from './schemas.ts'
import { answerAbout, type Call, type JsonObject, oneOf, pageOf, type Tool } from './tool.ts'
import { viewOf } from './view.ts'

interface Described extends QueryRule, Pick<Tool, 'name' | 'title' | 'description' | 'scopes'> {
  /** In snake case. */
  input?: TProperties
  /** The input of what is read, where it does not follow from the rule. */
  query?: (input: JsonObject) => JsonObject
}

interface Derived extends Omit<Described, 'name' | 'title'>, Partial<Pick<Described, 'name' | 'title'>> {
  /** The operation of the plugin API that is read. */
  operation: Operation
}

interface Paged extends Described {
  /** The resource that the records are. */
  returns: TSchema
  read(
    call: Call,
    asked: JsonObject & { limit: number },
  ): Promise<{ records: readonly JsonObject[]; nextCursor?: string | undefined }>
}

interface OfRows<Row> extends Omit<Paged, 'read'> {
  source: ListSource<Row>
  present: Presenter<Row, JsonObject>
}

/** A tool is named as the operation that it reads, and has its summary as the title, unless told. */
const namedAs = ({ id, summary }: Operation) => ({ name: snake(id), title: summary })

/** What a page is answered as. */
export const pageSchema = (items: JsonObject) =>
  closed({ items: list(items), has_more: { type: 'boolean' }, next_cursor: maybe('string') }, ['next_cursor'])

/** A page with its records shown. */
export const pageContent = (items: readonly JsonObject[], nextCursor: string | undefined): JsonObject => ({
  items,
  has_more: nextCursor !== undefined,
  ...(nextCursor !== undefined && { next_cursor: nextCursor }),
})

const cursorOf = ({ cursor }: JsonObject): JsonObject => (cursor === undefined ? {} : { cursor })

/** A tool that answers pages of a resource. */
function pagingTool({ returns, read, input, query, ...shared }: Paged): Tool {
  return {
    ...shared,
    input: closedInput({ ...input, ...paging }),
    bind(visibility) {
      const view = viewOf(returns, visibility)
      return {
        output: pageSchema(view.schema),
        async run(call, given) {
          const asked = query?.(given) ?? queryOf(shared, given, call)
          const { records, nextCursor } = await read(call, { ...asked, limit: rowsOf(given), ...cursorOf(given) })
          const nameOf = await patientNames(call, records)
          const items = records.map(record => view.show({ record, nameOf }))
          return answerAbout(pageContent(items, nextCursor), records)
        },
      }
    },
  }
}

/** A tool that pages through a list of the plugin API. */
export const listTool = ({ operation, ...described }: Derived): Tool =>
  pagingTool({
    ...namedAs(operation),
    ...described,
    returns: operation.returns,
    read: async (call, asked) => pageOf(await call.read(operation, asked)),
  })

/** A tool that reads one record of the plugin API. */
export function getTool({ operation, ...derived }: Derived): Tool {
  const { input = {}, query, ...shared } = { ...namedAs(operation), ...derived }
  return {
    ...shared,
    input: closedInput(input),
    bind(visibility) {
      const view = viewOf(operation.returns, visibility)
      return {
        output: view.schema,
        async run(call, given) {
          const asked = query?.(given) ?? queryOf(shared, given, call)
          const record = oneOf(await call.read(operation, asked))
          const nameOf = await patientNames(call, [record])
          return answerAbout(view.show({ record, nameOf }), [record])
        },
      }
    },
  }
}

/** A tool that pages through a table of which the plugin API has no list of its own, or not one that is searched. */
export const rowsTool = <Row extends { id: string; created_at: string }>({
  source,
  present,
  ...shared
}: OfRows<Row>): Tool =>
  pagingTool({
    ...shared,
    async read(call, { cursor, ...asked }) {
      const query = { ...asked, ...(typeof cursor === 'string' && { cursor }) }
      const { data, nextCursor } = await page(call.tx, source, query, present)
      return { records: data, nextCursor: nextCursor ?? undefined }
    },
  })
