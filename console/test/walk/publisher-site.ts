import { createServer } from 'node:http'
import { atEnd } from '../../../server/test/support/at-end.ts'

const PLACE = '/.well-known/clinic-publisher.txt'

/** The web site of a publisher, on this machine, where a product that is under test may read it without TLS. */
export interface PublisherSite {
  host: string
  /** Places a line in the file that names the publisher. */
  name(line: string): void
}

export async function startSite(): Promise<PublisherSite> {
  let file: string | undefined
  const server = createServer((request, response) => {
    const isThere = request.url === PLACE && file !== undefined
    response.writeHead(isThere ? 200 : 404, { 'content-type': 'text/plain' }).end(isThere ? file : 'Not found.')
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  atEnd(() => void server.close())
  const address = server.address()
  return {
    host: `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    name(line) {
      file = `# Who makes our plugins\n${line}\n`
    },
  }
}
