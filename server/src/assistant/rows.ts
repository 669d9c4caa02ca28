import type { AssistantScope } from '@clinic/contract/assistant-scopes.ts'
import type { TProperties, TSchema } from '@clinic/contract/kernel.ts'
import type { ListSource } from '../kernel/list-source.ts'
import { page } from '../kernel/page.ts'
import { pageContent, pageSchema } from './derive.ts'
import { closedInput, named, paging, rowsOf } from './inputs.ts'
import { patientNames } from './patient-names.ts'
import { type Call, disclosing, type Plain, type Tool } from './tool.ts'
import { camel, type ViewRules, viewOf } from './view.ts'

interface Listed {
  id: string
  created_at: string
}

interface OfRows {
  name: string
  title: string
  description: string
  scopes: readonly AssistantScope[]
  /** The resource that the rows are, whose columns are its fields in snake case. */
  returns: TSchema
  view?: ViewRules
  input: TProperties
  source: ListSource<Listed>
  query?: (input: Plain, call: Call) => Plain
}

/** A tool that pages through a table of which the plugin API has no list of its own, or not one that is searched. */
export function rowsTool({ returns, view: rules = {}, input, source, query = named, ...shared }: OfRows): Tool {
  return {
    ...shared,
    input: closedInput({ ...input, ...paging }),
    bind(sight) {
      const view = viewOf(returns, rules, sight)
      return {
        output: pageSchema(view.schema),
        async run(call, given) {
          const { cursor } = given
          const asked = {
            ...query(given, call),
            limit: rowsOf(given),
            ...(typeof cursor === 'string' && { cursor }),
          }
          const { data, nextCursor } = await page(call.tx, source, asked, recordOf)
          const nameOf = await patientNames(call, data)
          const items = data.map(record => view.show(record, nameOf))
          return disclosing(pageContent(items, nextCursor ?? undefined), data)
        },
      }
    },
  }
}

const recordOf = (row: Listed): Plain =>
  Object.fromEntries(Object.entries(row).map(([column, value]) => [camel(column), value]))
