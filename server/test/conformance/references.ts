import { type JsonSchema, typesOf } from '@clinic/contract/json-schema.ts'
import { type Operation, pathNames } from '@clinic/contract/kernel.ts'

/** Whether a field holds the id of a record. */
function isReference([name, schema]: [string, JsonSchema]): boolean {
  return typesOf(schema).includes('string') && schema.maxLength === 64 && /(^id|Id|To|after)$/.test(name)
}

export const referencesOf = (operation: Operation): string[] =>
  Object.entries(operation.input.properties)
    .map(([name, schema]): [string, JsonSchema] => [name, { ...schema }])
    .filter(isReference)
    .map(([name]) => name)

/** Whether what the field names only narrows a list, which may then be empty. */
export const isFilter = ({ method, answer, path }: Operation, name: string): boolean =>
  method === 'GET' && answer === 'page' && !pathNames(path).includes(name)
