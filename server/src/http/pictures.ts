import type { FastifyInstance } from 'fastify'
import { sql } from '../db/statement.ts'

interface StoredPicture {
  image: Buffer | null
  content_type: string | null
}

/** The picture of a plugin by its name. */
export const storedIcon = sql<StoredPicture>(
  'select icon as image, icon_type as content_type from plugin where icon_name = $1',
)

/** The picture of a clinic by its name. */
export const storedLogo = sql<StoredPicture>('select image, content_type from logo_named($1)')

/** Pictures below a path by names that no other picture ever has: a browser asks for each once. */
export function pictures(app: FastifyInstance, path: string, read: (name: string) => Promise<StoredPicture[]>): void {
  app.get<{ Params: { name: string } }>(`${path}/:name`, { config: { kept: 'forever' } }, async (request, reply) => {
    const [found] = await read(request.params.name)
    return found?.content_type ? reply.type(found.content_type).send(found.image) : reply.callNotFound()
  })
}
