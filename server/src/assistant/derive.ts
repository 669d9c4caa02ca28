import type { AssistantScope } from '@clinic/contract/assistant-scopes.ts'
import type { Operation, TProperties } from '@clinic/contract/kernel.ts'
import { closedInput, named, paging, rowsOf } from './inputs.ts'
import { patientNames } from './patient-names.ts'
import { type Answer, type Call, disclosing, oneOf, type Plain, pageOf, type Tool } from './tool.ts'
import { closed, list, maybe, type View, type ViewRules, viewOf } from './view.ts'

interface Derived {
  name: string
  title: string
  description: string
  scopes: readonly AssistantScope[]
  /** The operation of the plugin API that is read. */
  operation: Operation
  /** In snake case. */
  input?: TProperties
  view?: ViewRules
  /** The operation's input; the same names in its spelling unless told. */
  query?: (input: Plain, call: Call) => Plain
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

/** A tool that pages through a list of the plugin API. */
export function listTool({ operation, input = {}, view: rules = {}, query = named, ...shared }: Derived): Tool {
  return {
    ...shared,
    input: closedInput({ ...input, ...paging }),
    bind(sight) {
      const view = viewOf(operation.returns, rules, sight)
      return {
        output: pageSchema(view.schema),
        async run(call, given) {
          const asked = { ...query(given, call), limit: rowsOf(given), ...cursorOf(given) }
          const { records, nextCursor } = pageOf(await call.read(operation, asked))
          return showAll(call, view, records, nextCursor)
        },
      }
    },
  }
}

const cursorOf = ({ cursor }: Plain): Plain => (cursor === undefined ? {} : { cursor })

async function showAll(call: Call, view: View, records: Plain[], nextCursor: string | undefined): Promise<Answer> {
  const nameOf = await patientNames(call, records)
  const items = records.map(record => view.show(record, nameOf))
  return disclosing(pageContent(items, nextCursor), records)
}

/** A tool that reads one record of the plugin API. */
export function getTool({ operation, input = {}, view: rules = {}, query = named, ...shared }: Derived): Tool {
  return {
    ...shared,
    input: closedInput(input),
    bind(sight) {
      const view = viewOf(operation.returns, rules, sight)
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
