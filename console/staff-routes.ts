import { staffOperations } from '@clinic/contract/staff/index.ts'
import type { Plugin } from 'vite'

const ID = '\0virtual:staff-routes'

/** What the client has to know of the operations at run time; the rest of their declarations stays out of the bundle. */
export const staffRoutes: Plugin = {
  name: 'staff-routes',
  resolveId: id => (id === 'virtual:staff-routes' ? ID : null),
  load(id) {
    if (id !== ID) return null
    const routes = staffOperations.map(({ id, method, path }) => [id, `${method} ${path}`])
    const open = staffOperations.filter(({ access }) => access.by === 'anybody').map(({ id }) => id)
    return `export const ROUTES = ${JSON.stringify(Object.fromEntries(routes))}, OPEN = ${JSON.stringify(open)}`
  },
}
