import type { AssistantScope } from '@clinic/contract/assistant-scopes.ts'
import type { Operation, TProperties, TSchema } from '@clinic/contract/kernel.ts'
import { closedInput, named, paging, rowsOf } from './inputs.ts'
import { patientNames } from './patient-names.ts'
import { closed, list, maybe } from './schemas.ts'
import { type Call, disclosing, oneOf, type Plain, pageOf, type Tool } from './tool.ts'
import { viewOf } from './view.ts'

interface Described {
  name: string
  title: string
  description: string
  scopes: readonly AssistantScope[]
  /** In snake case. */
  input?: TProperties
  /** The input of what is read; the same names in its spelling unless told. */
  query?: (input: Plain, call: Call) => Plain
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
    asked: Plain & { limit: number },
  ): Promise<{ records: readonly Plain[]; nextCursor?: string | undefined }>
}

/** What a page is answered as. */
export const pageSchema = (items: Plain) =>
  closed({ items: list(items), has_more: { type: 'boolean' }, next_cursor: maybe('string') }, ['next_cursor'])

/** A page with its records shown. */
export const pageContent = (items: readonly Plain[], nextCursor: string | undefined): Plain => ({
  items,
  has_more: nextCursor !== undefined,
  ...(nextCursor !== undefined && { next_cursor: nextCursor }),
})

const cursorOf = ({ cursor }: Plain): Plain => (cursor === undefined ? {} : { cursor })

/** A tool that answers pages of a resource. */
export function pagingTool({ returns, read, input = {}, query = named, ...shared }: Paged): Tool {
  return {
    ...shared,
    input: closedInput({ ...input, ...paging }),
    bind(sight) {
      const view = viewOf(returns, sight)
      return {
        output: pageSchema(view.schema),
        async run(call, given) {
          const asked = { ...query(given, call), limit: rowsOf(given), ...cursorOf(given) }
          const { records, nextCursor } = await read(call, asked)
          const nameOf = await patientNames(call, records)
          const items = records.map(record => view.show(record, nameOf))
          return disclosing(pageContent(items, nextCursor), records)
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
    bind(sight) {
      const view = viewOf(operation.returns, sight)
      return {
        output: view.schema,
        async run(call, given) {
          const record = oneOf(await call.read(operation, query(given, call)))
          return disclosing(view.show(record, await patientNames(call, [record])), [record])
        },
      }
    },
  }
}
