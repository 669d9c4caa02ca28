import type { AssistantScope } from '@clinic/contract/assistant-scopes.ts'
import type { Operation, TProperties, TSchema } from '@clinic/contract/kernel.ts'
import { closedInput, named, paging, rowsOf } from './inputs.ts'
import { patientNames } from './patient-names.ts'
import { closed, list, maybe } from './schemas.ts'
import { answerAbout, type Call, type JsonObject, oneOf, pageOf, type Tool } from './tool.ts'
import { viewOf } from './view.ts'

interface Described {
  name: string
  title: string
  description: string
  scopes: readonly AssistantScope[]
  /** In snake case. */
  input?: TProperties
  /** The input of what is read; the same names in its spelling unless told. */
  query?: (input: JsonObject, call: Call) => JsonObject
}

interface Derived extends Described {
  /** The operation of the plugin API that is read. */
  operation: Operation
}

export interface Paged extends Described {
  /** The resource that the records are. */
  returns: TSchema
  read(
    call: Call,
    asked: JsonObject & { limit: number },
  ): Promise<{ records: readonly JsonObject[]; nextCursor?: string | undefined }>
}

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
export function pagingTool({ returns, read, input = {}, query = named, ...shared }: Paged): Tool {
  return {
    ...shared,
    input: closedInput({ ...input, ...paging }),
    bind(visibility) {
      const view = viewOf(returns, visibility)
      return {
        output: pageSchema(view.schema),
        async run(call, given) {
          const asked = { ...query(given, call), limit: rowsOf(given), ...cursorOf(given) }
          const { records, nextCursor } = await read(call, asked)
          const nameOf = await patientNames(call, records)
          const items = records.map(record => view.show(record, nameOf))
          return answerAbout(pageContent(items, nextCursor), records)
        },
      }
    },
  }
}

/** A tool that pages through a list of the plugin API. */
export const listTool = ({ operation, ...shared }: Derived): Tool =>
  pagingTool({
    ...shared,
    returns: operation.returns,
    read: async (call, asked) => pageOf(await call.read(operation, asked)),
  })

/** A tool that reads one record of the plugin API. */
export function getTool({ operation, input = {}, query = named, ...shared }: Derived): Tool {
  return {
    ...shared,
    input: closedInput(input),
    bind(visibility) {
      const view = viewOf(operation.returns, visibility)
      return {
        output: view.schema,
        async run(call, given) {
          const record = oneOf(await call.read(operation, query(given, call)))
          return answerAbout(view.show(record, await patientNames(call, [record])), [record])
        },
      }
    },
  }
}
