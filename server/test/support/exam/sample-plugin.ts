import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { isRecord } from '@clinic/contract/json-schema.ts'
import type { Manifest } from '@clinic/contract/manifest.ts'
import type { ProbeName } from '@clinic/contract/publisher/exams.ts'
import { atEnd } from '../at-end.ts'

/** What a sample asks for: it reads the appointment and its patient, looks through the list, and leaves a task. */
export const SAMPLE_GRANT: Partial<Manifest> = {
  requestedScopes: ['appointments:read', 'patients:read', 'patients:read.pii', 'tasks:write'],
  requestedEvents: ['appointment.created', 'installation.uninstalled'],
}

/** What a sample is given once it is installed. */
export interface SampleKeys {
  token: string
  signingSecret: string
}

interface Answered {
  status: number
  body: unknown
  retryAfter: number
}

const TOLERANCE_SECONDS = 300
const PAUSE_MS = 200
const MOST_TRIES = 40
const KNOWN_FIELDS = ['object', 'id', 'branchId', 'status', 'start', 'end', 'patientId', 'doctorId', 'room']
const KNOWN_STATUSES = ['OPEN', 'CONFIRMED', 'CHECKEDIN', 'STARTED', 'COMPLETED', 'CANCELED', 'NOSHOW']

const field = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined)

/** A small plugin that bears all that an exam puts to it, but for the one thing that it is `brokenAt`. */
export class SamplePlugin {
  readonly #api: string
  readonly #brokenAt: ProbeName | undefined
  readonly #done = new Set<string>()
  #keys: SampleKeys | undefined
  #stopped = false
  #closed = false

  constructor(api: string, brokenAt?: ProbeName) {
    this.#api = api
    this.#brokenAt = brokenAt
  }

  #is(probe: ProbeName): boolean {
    return this.#brokenAt === probe
  }

  installed(keys: SampleKeys): void {
    this.#keys = keys
  }

  /** Listens on loopback; answers the address of its events. */
  async start(): Promise<string> {
    const server = createServer((request, response) => {
      this.#take(request).then(
        status => response.writeHead(status).end(),
        () => response.writeHead(500).end(),
      )
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    atEnd(async () => {
      this.#closed = true
      server.closeAllConnections()
      server.close()
    })
    const address = server.address()
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/hooks`
  }

  async #take(request: IncomingMessage): Promise<number> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    const raw = Buffer.concat(chunks).toString()
    if (this.#is('good_signature')) return 500
    const event: unknown = JSON.parse(raw)
    const id = String(field(event, 'id'))
    if (this.#is('altered_body') && this.#done.has(id)) return 200
    if (!this.#isSigned(String(request.headers['service-signature'] ?? ''), raw)) return 401
    if (this.#done.has(id) && !this.#is('duplicate')) return 200
    const status = await this.#handle(event)
    if (status < 300) this.#done.add(id)
    return status
  }

  #isSigned(header: string, raw: string): boolean {
    if (header === '') return this.#is('no_signature')
    const parts = header.split(',').map(part => part.split('='))
    const at = Number(parts.find(([name]) => name === 't')?.[1])
    const given = parts.flatMap(([name, value]) => (name === 'v1' && value !== undefined ? [value] : []))
    if (Math.abs(Date.now() / 1000 - at) > TOLERANCE_SECONDS && !this.#is('old_timestamp')) return false
    const body = this.#is('reserialised_body') ? JSON.stringify(JSON.parse(raw)) : raw
    const key = this.#keys?.signingSecret ?? ''
    const expected = createHmac('sha256', key).update(`${at}.${body}`).digest('hex')
    const length = this.#is('wrong_signature') ? 32 : expected.length
    const isOurs = (value: string) =>
      value.length === expected.length &&
      timingSafeEqual(Buffer.from(value.slice(0, length)), Buffer.from(expected.slice(0, length)))
    return (this.#is('two_signatures') ? given.slice(0, 1) : given).some(isOurs)
  }

  async #handle(event: unknown): Promise<number> {
    const type = field(event, 'type')
    if (type === 'installation.uninstalled') {
      this.#stopped = true
      if (this.#is('uninstalled')) void this.#callOn(() => true)
      return 200
    }
    if (type !== 'appointment.created') return this.#is('unknown_type') ? 400 : 200
    const data = field(event, 'data')
    if (!isRecord(data) || !this.#knows(data)) return 400
    return this.#stopped ? 200 : this.#leaveTask(String(field(event, 'id')), String(data.id))
  }

  #knows(data: Record<string, unknown>): boolean {
    if (this.#is('unknown_field') && Object.keys(data).some(name => !KNOWN_FIELDS.includes(name))) return false
    return !this.#is('unknown_value') || KNOWN_STATUSES.includes(String(data.status))
  }

  async #leaveTask(eventId: string, appointmentId: string): Promise<number> {
    const read = await this.#call('GET', `/appointments/${appointmentId}`)
    if (read.status !== 200) return this.#without(read)
    const patient = await this.#call('GET', `/patients/${field(field(read.body, 'data'), 'patientId')}`)
    if (patient.status !== 200) return this.#without(patient)
    const name = field(field(patient.body, 'data'), 'firstName')
    if (this.#is('missing_fields') && typeof name !== 'string') return 500
    await this.#readAll('/appointments')
    const key = this.#is('duplicate') ? randomUUID() : `${eventId.slice(-12)}-task`
    const { status } = await this.#call('POST', '/tasks', { title: 'Call before the visit' }, key)
    return status >= 500 ? 500 : 200
  }

  /** What cannot be read is not worked on; a key that is no good any more ends it all. */
  #without({ status }: Answered): number {
    if (status !== 401) return status === 404 ? 200 : 500
    this.#stopped = true
    if (this.#is('revoked')) {
      this.#stopped = false
      void this.#callOn(() => !this.#stopped)
    }
    return 200
  }

  async #callOn(wanted: () => boolean): Promise<void> {
    for (; wanted() && !this.#closed; await delay(PAUSE_MS)) await this.#once('GET', '/appointments')
  }

  async #readAll(path: string): Promise<void> {
    for (let cursor = ''; ; ) {
      const { body } = await this.#call('GET', `${path}${cursor}`)
      const next = field(body, 'nextCursor')
      if (typeof next !== 'string' || this.#is('paging')) return
      cursor = `?cursor=${encodeURIComponent(next)}`
    }
  }

  /** Tries again what failed, under its key, as late as it was told. */
  async #call(method: string, path: string, body?: object, key = ''): Promise<Answered> {
    let answered = await this.#once(method, path, body, key)
    for (let tries = 1; tries < MOST_TRIES && (answered.status >= 500 || answered.status === 429); tries++) {
      const wait = answered.status === 429 && !this.#is('retry_after') ? answered.retryAfter * 1000 : PAUSE_MS
      await delay(wait)
      answered = await this.#once(method, path, body, this.#is('same_key') ? `${tries}-${key}` : key)
    }
    return answered
  }

  /** A connection that breaks counts as 599. */
  async #once(method: string, path: string, body?: object, key = ''): Promise<Answered> {
    const headers = {
      authorization: `Bearer ${this.#keys?.token}`,
      ...(body && { 'content-type': 'application/json' }),
      ...(key !== '' && !this.#is('keys') && { 'idempotency-key': key }),
    }
    try {
      const answer = await fetch(`${this.#api}${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      })
      const retryAfter = Number(answer.headers.get('retry-after') ?? 0)
      return { status: answer.status, body: await answer.json(), retryAfter }
    } catch {
      return { status: 599, body: undefined, retryAfter: 0 }
    }
  }
}
