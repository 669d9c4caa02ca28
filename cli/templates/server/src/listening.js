import { once } from 'node:events'

/**
 * Waits until a server listens.
 *
 * @param {import('node:http').Server} server
 */
export async function listening(server) {
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  return { port, close: () => server.close() }
}
