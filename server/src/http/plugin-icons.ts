import type { FastifyInstance } from 'fastify'
import { sql } from '../db/statement.ts'
import { ICONS } from '../kernel/values/icon-path.ts'

interface StoredIcon {
  icon: Buffer | null
  icon_type: string | null
}

/** The picture of a plugin by its name. */
export const storedIcon = sql<StoredIcon>('select icon, icon_type from plugin where icon_name = $1')

/** The pictures of plugins, as they were once fetched: nothing of a publisher's host is asked for by a clinic's browser. */
export function pluginIcons(app: FastifyInstance, read: (name: string) => Promise<StoredIcon[]>): void {
  app.get<{ Params: { name: string } }>(`${ICONS}/:name`, { config: { kept: 'forever' } }, async (request, reply) => {
    const [found] = await read(request.params.name)
    return found?.icon_type ? reply.type(found.icon_type).send(found.icon) : reply.callNotFound()
  })
}
