import type { HOST_CHECK_RESULTS } from '@clinic/contract/publisher/publishers.ts'
import { type Statement, sql } from '../../db/statement.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { FetchFrom } from './icon.ts'
import { currentPublisher, hostOf } from './publishers.ts'

/** What a host says of a publisher. */
export interface HostFound {
  host: string
  url: string
  result: (typeof HOST_CHECK_RESULTS)[number]
}

export interface HostCheck extends HostFound {
  id: string
  line: string
  verifiedHost: string | null
}

const PLACE = '/.well-known/clinic-publisher.txt'
const MOST_BYTES = 16_384
const find = sql<{ website: string | null }>('select website_of_publisher($1) as website')

/** Whether a line of the text is the id and nothing else. */
const names = (text: string, publisherId: string): boolean =>
  text.split(/\r?\n/).some(line => line.trim() === publisherId)

/** Asks the host of a publisher's website whether the publisher is its own; before any transaction, for it may take long. */
export async function askHost(
  run: <Row>(statement: Statement<Row>) => Promise<Row[]>,
  fetchFrom: FetchFrom,
  publisherId: string,
): Promise<HostFound> {
  const [found] = await run(find([publisherId]))
  const host = hostOf(found?.website ?? refuse('not_found', { resource: 'publisher' }))
  const url = `https://${host}${PLACE}`
  const fetched = await fetchFrom(url, MOST_BYTES)
  if (fetched === 'unreachable') return { host, url, result: 'UNREACHABLE' }
  const isNamed = typeof fetched !== 'string' && names(fetched.toString(), publisherId)
  return { host, url, result: isNamed ? 'VERIFIED' : 'NOT_NAMED' }
}

/** Keeps what the host said, unless the website is on another host by now. */
export async function keepHost(tx: Tx, { host, url, result }: HostFound): Promise<HostCheck> {
  const { id } = await currentPublisher(tx)
  const before = await tx.lock('publisher', id)
  if (hostOf(before.website) !== host) refuse('invalid_state_transition', { from: 'ASKED', to: result })
  const said = { VERIFIED: host, NOT_NAMED: null, UNREACHABLE: before.verified_host }[result]
  const { verified_host: verifiedHost } = await changeRecord(tx, 'publisher', before, { verified_host: said })
  return { id, host, url, line: id, result, verifiedHost }
}
