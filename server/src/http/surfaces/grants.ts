import type { ScopeName } from '@clinic/contract/scopes.ts'
import { LRUCache } from 'lru-cache'
import type { SharedConnections } from '../../db/driver.ts'
import { Listener } from '../../db/listener.ts'
import { sql } from '../../db/statement.ts'
import { CONTROL, elsewhere, refuseMisdirected } from '../../kernel/misdirected.ts'
import { isPluginToken, tokenHash } from '../../kernel/values/plugin-token.ts'
import { type IpRanges, parseRanges } from '../../network/ip-allowlist.ts'
import type { Admission } from '../surface.ts'
import type { RequestFaults } from './faults.ts'

/** What a token stands for: an installation in one clinic and what it was granted. */
export interface Grant extends Admission {
  installationId: string
  status: string
  active: boolean
  scopes: ReadonlySet<string>
  ranges: IpRanges
  expiresAtMs: number
  revoked: boolean
  /** What goes wrong for it on purpose: never in a live clinic. */
  faults: RequestFaults | null
  /** The cell that the clinic lives in, where that is not this one. */
  elsewhere: string | null
  /** Of the clinic, when this was read: see kernel/grant-version.ts. */
  grantVersion: number
}

interface GrantRow {
  token_id: string
  expires_at: string | null
  revoked_at: string | null
  allowed_ip_ranges: string[]
  installation_id: string
  status: string
  granted_scopes: string[]
  company_id: string
  country: string
  currency: string
  time_zone: string
  tax_percent: number
  sandbox: boolean
  active: boolean
  grant_version: number
  clock_offset_ms: number
  resets: number
  faults: RequestFaults | null
  cell: string | null
}

const grantOfToken = sql<GrantRow>(`
  select token_id, expires_at, revoked_at, allowed_ip_ranges, installation_id, status, granted_scopes, company_id, country,
    currency, time_zone, tax_percent, sandbox, active, grant_version,
    clock_offset_ms, resets, faults, cell_of(company_id) as cell
  from grant_of_token(decode($1, 'hex')) cross join lateral sandbox_facts(company_id, installation_id)`)
const cellOfToken = sql<{ cell: string | null }>("select cell_of_token(decode($1, 'hex')) as cell")
const MAX_REMEMBERED = 50_000

/** Where tokens are looked up, where it is heard that grants have changed, and where it is known which cell a token is of. */
interface GrantSources {
  connections: SharedConnections
  listenUrl: string
  control: SharedConnections
  /** What this cell is called; null where control is. */
  cell: string | null
}

/**
 * Looks tokens up by their SHA-256 and remembers what it found until the database says that it changed. That may be a
 * moment late, so what is remembered is never the last word: the first statement of a request asks whether its grant is
 * still current. While the database cannot be heard nothing is remembered.
 */
export class Grants {
  readonly #connections: SharedConnections
  readonly #control: SharedConnections
  readonly #listener: Listener
  readonly #cell: string | null
  readonly #byHash = new LRUCache<string, Grant>({ max: MAX_REMEMBERED })
  #hearing = false
  /** Raised by every change, so that an answer read before a change is not remembered after it. */
  #changes = 0

  constructor({ connections, control, listenUrl, cell }: GrantSources) {
    this.#connections = connections
    this.#control = control
    this.#cell = cell
    this.#listener = new Listener(listenUrl, { grant_changed: companyId => this.forget(companyId) }, hearing => {
      this.#hearing = hearing
      this.#forgetAll()
    })
  }

  start(): Promise<void> {
    return this.#listener.start()
  }

  close(): Promise<void> {
    return this.#listener.close()
  }

  /** The grant of the token, or nothing for a token that was never issued. Answers what it remembers without a promise. */
  find(token: string): Grant | undefined | Promise<Grant | undefined> {
    if (!isPluginToken(token)) return undefined
    const hash = tokenHash(token)
    return this.#byHash.get(hash) ?? this.#load(hash)
  }

  /** The grant as it is now, after one that was remembered turned out to be stale, or would refuse. */
  findAgain(token: string): Promise<Grant | undefined> {
    const hash = tokenHash(token)
    this.#byHash.delete(hash)
    return this.#load(hash)
  }

  /** Forgets every grant of the clinic. */
  forget(companyId: string): void {
    this.#changes++
    for (const [hash, grant] of [...this.#byHash]) if (grant.clinic.id === companyId) this.#byHash.delete(hash)
  }

  /** It was never issued, or in another cell. */
  async #unknown(hash: string): Promise<undefined> {
    const [{ cell } = { cell: null }] = await this.#control.run(cellOfToken([hash]))
    if (cell !== null && cell !== (this.#cell ?? CONTROL)) refuseMisdirected(cell)
    return undefined
  }

  #forgetAll(): void {
    this.#changes++
    this.#byHash.clear()
  }

  async #load(hash: string): Promise<Grant | undefined> {
    const changes = this.#changes
    const [row] = await this.#connections.run(grantOfToken([hash]))
    if (!row) return this.#unknown(hash)
    const grant = grantOf(row, this.#cell)
    if (this.#hearing && changes === this.#changes) this.#byHash.set(hash, grant)
    return grant
  }
}

function grantOf(row: GrantRow, here: string | null): Grant {
  const scopes = new Set(row.granted_scopes)
  return {
    installationId: row.installation_id,
    status: row.status,
    active: row.active,
    scopes,
    ranges: parseRanges(row.allowed_ip_ranges),
    expiresAtMs: row.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(row.expires_at),
    revoked: row.revoked_at !== null,
    faults: row.faults,
    elsewhere: elsewhere({ cell: here }, row),
    grantVersion: row.grant_version,
    clinic: {
      id: row.company_id,
      country: row.country,
      currency: row.currency,
      timeZone: row.time_zone,
      taxPercent: row.tax_percent,
      sandbox: row.sandbox,
      clockOffsetMs: row.clock_offset_ms,
      resets: row.resets,
    },
    caller: {
      kind: 'installation',
      id: row.installation_id,
      tokenId: row.token_id,
      holds: (scope: ScopeName) => scopes.has(scope),
    },
  }
}
