import { createServer } from 'node:http'

/** A receiver that answers 200 immediately, in a process of its own so that only the sender is measured. */
const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => response.writeHead(200, { 'content-length': 2 }).end('ok'))
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object') process.send?.(address?.port)
})
process.on('disconnect', () => process.exit())
