/** What `plg export` writes down: a request of every operation, with the examples of the contract, taken from there when plg is built. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isRecord } from '@clinic/contract/json-schema.ts'
import { takesKey } from '@clinic/contract/kernel.ts'
import { FAMILIES, type Named } from '../sdk/print/declared.ts'
import type { ExampleRequest, RequestFamily } from './src/example-request.ts'

const text = (value: unknown): string => (value === undefined ? '' : String(value))

function requestOf({ operation, documented }: Named): ExampleRequest {
  const parameters = (documented.parameters ?? []).flatMap(parameter => {
    if (!('in' in parameter)) return []
    const { name, required, description = '' } = parameter
    const example: unknown = 'example' in parameter ? parameter.example : undefined
    return [{ in: parameter.in, name, required: required === true, value: text(example), words: description }]
  })
  const body = documented.requestBody?.content['application/json']
  return {
    ...{ name: operation.summary, method: operation.method, path: operation.path, words: operation.description ?? '' },
    inPath: parameters.filter(one => one.in === 'path'),
    query: parameters.filter(one => one.in === 'query'),
    body: isRecord(body) ? body.example : undefined,
    keyed: takesKey(operation),
  }
}

const EXAMPLES: readonly RequestFamily[] = FAMILIES.map(([name, operations]) => ({
  name,
  requests: operations.map(requestOf),
}))

/** One file, which the command reads when it is used. */
export const writeRequests = (dir: string): Promise<void> =>
  writeFile(join(dir, 'requests.json'), JSON.stringify(EXAMPLES))
