import type { ErrorCode } from '@clinic/contract/errors.ts'
import type { Misuse } from '@clinic/contract/staff/security-events.ts'
import { LRUCache } from 'lru-cache'
import { type Statement, sql } from '../../db/statement.ts'
import { addressBlock } from '../../kernel/values/address-block.ts'
import type { Admission } from '../surface.ts'

const MAX_REMEMBERED = 50_000
/** What is told again after so long is counted as of then, so that an hour of the database is nearly one. */
const TOLD_AGAIN_MS = 10 * 60_000
/** By then everybody has been told: what comes from further networks tells no more. */
const MOST_NETWORKS = 8

/** As many of one key in ten minutes are told by one process. */
const MOST_REFUSALS = 3

const CAUSES: Readonly<Partial<Record<ErrorCode, Misuse>>> = {
  ip_not_allowed: 'address',
  token_revoked: 'ended',
  token_expired: 'ended',
}
const note = sql('select record_token_misuse($1, $2, $3, $4, 1)')

/** From where a key came: the first network by itself, as most have no other, and when each was told of. */
interface Networks {
  first: string
  told?: Map<string, number>
}

interface Options {
  /** Runs one statement outside any transaction, as a member of clinic_app. */
  run(statement: Statement): Promise<unknown>
  nowMs?: () => number
}

/**
 * Sees that a key may have come into other hands: it comes from where it may not be used, after its end, or from many networks. The
 * database counts, over all processes, and tells the clinic; no request waits for it. A key that comes from one network
 * costs a look into memory, and a refused one a statement at most three times in ten minutes, for then it was told.
 */
export class TokenWatch {
  readonly #run: Options['run']
  readonly #nowMs: () => number
  readonly #networks = new LRUCache<string, Networks>({ max: MAX_REMEMBERED })
  readonly #refused: LRUCache<string, number>
  readonly #telling = new Set<Promise<unknown>>()

  constructor({ run, nowMs = () => performance.now() }: Options) {
    this.#run = run
    this.#nowMs = nowMs
    this.#refused = new LRUCache({ max: MAX_REMEMBERED, ttl: TOLD_AGAIN_MS, ttlResolution: 0, perf: { now: nowMs } })
  }

  refused({ clinic, caller: { tokenId } }: Admission, code: ErrorCode, requestId: string): void {
    const cause = CAUSES[code]
    if (cause === undefined || tokenId === null) return
    const key = `${tokenId} ${cause}`
    const times = (this.#refused.get(key) ?? 0) + 1
    if (times > MOST_REFUSALS) return
    this.#refused.set(key, times, { noUpdateTTL: true })
    this.#tell(clinic.id, tokenId, cause, requestId)
  }

  used({ clinic, caller: { tokenId } }: Admission, address: string): void {
    if (tokenId === null) return
    const network = addressBlock(address)
    const known = this.#networks.get(tokenId)
    if (!known) this.#networks.set(tokenId, { first: network })
    else if (known.first !== network || known.told) this.#usedElsewhere(clinic.id, tokenId, known, network)
  }

  /** Resolves once all that is being told has been. */
  async close(): Promise<void> {
    await Promise.all(this.#telling)
  }

  #usedElsewhere(companyId: string, tokenId: string, known: Networks, network: string): void {
    known.told ??= new Map([[known.first, Number.NEGATIVE_INFINITY]])
    if (!known.told.has(network) && known.told.size < MOST_NETWORKS) known.told.set(network, Number.NEGATIVE_INFINITY)
    const now = this.#nowMs()
    for (const [each, toldAt] of known.told) {
      const isDue = toldAt === Number.NEGATIVE_INFINITY || (each === network && now - toldAt > TOLD_AGAIN_MS)
      if (!isDue) continue
      known.told.set(each, now)
      this.#tell(companyId, tokenId, 'networks', each)
    }
  }

  /** What the database does not take is not tried again: the next time is told, too. */
  #tell(companyId: string, tokenId: string, cause: Misuse, seen: string): void {
    const telling = this.#run(note([companyId, tokenId, cause, seen])).catch(() => undefined)
    this.#telling.add(telling)
    telling.finally(() => this.#telling.delete(telling))
  }
}
