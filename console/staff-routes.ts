import { staffOperations } from '@clinic/contract/staff/index.ts'
import type { Plugin } from 'vite'

const ROUTES = '\0virtual:staff-routes'
const INPUT = '\0virtual:staff-input/'

/**
 * What the client has to know of the operations at run time: their routes, and, for a form, the input of one; the rest of
 * their declarations stays out of the bundle.
 */
export const staffRoutes: Plugin = {
  name: 'staff-routes',
  resolveId: id => (id.startsWith('virtual:staff-') ? `\0${id}` : null),
  load(id) {
    if (id === ROUTES) return routes()
    return id.startsWith(INPUT) ? input(id.slice(INPUT.length)) : null
  },
}

function routes(): string {
  const all = staffOperations.map(({ id, method, path }) => [id, `${method} ${path}`])
  const open = staffOperations.filter(({ access }) => access.by === 'anybody').map(({ id }) => id)
  return `export const ROUTES = ${JSON.stringify(Object.fromEntries(all))}, OPEN = ${JSON.stringify(open)}`
}

function input(operationId: string): string {
  const operation = staffOperations.find(({ id }) => id === operationId)
  if (!operation) throw new Error(`There is no operation ${operationId}.`)
  return `export const INPUT = ${JSON.stringify(operation.input)}`
}
