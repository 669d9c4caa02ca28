import { once } from 'node:events'
import type { Server } from 'node:net'

/** Has a server listen on a free port of 127.0.0.1, and answers the port. */
export async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The server has no port.')
  return address.port
}
