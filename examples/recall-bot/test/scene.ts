import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fakeClinic } from '@clinic/sdk/testing'
import type { Bot } from '../src/bot.ts'
import { type Database, openDatabase } from '../src/database.ts'

const folder = mkdtempSync(join(tmpdir(), 'recall-bot-'))
after(() => rmSync(folder, { recursive: true, force: true }))
let files = 0

export const newFile = (): string => join(folder, `${++files}.sqlite`)

export const NOW = new Date('2026-11-02T09:00:00.000Z')

export interface FakeVisit {
  id: string
  patientId: string
  doctorId: string
  branchId: string
  status: string
  start: string
  end: string
  updatedAt: string
}

export const visit = (id: string, start: string, wishes: Partial<FakeVisit> = {}): FakeVisit => ({
  ...{ id, patientId: 'pat_1', doctorId: 'pra_1', branchId: 'bra_1', status: 'COMPLETED', start, end: start },
  ...{ updatedAt: start, ...wishes },
})

export const refusal = (status: number, code: string): Response =>
  Response.json({ error: { code, message: code, requestId: 'req_1' } }, { status })

export interface World {
  visits: FakeVisit[]
  /** Bodies of the messages that were really sent. */
  sent: Readonly<Record<string, unknown>>[]
  /** Starts that another was quicker at. */
  taken: Set<string>
  settings: Record<string, unknown>
  clinicName: string
  /** The clock of a sandbox clinic. */
  clock?: string
  /** What messages are refused with. */
  refuses?: Response
  /** What bookings are refused with. */
  books?: Response
}

const SLOTS = ['06:00', '08:00', '10:00'].map(time => ({
  start: `2026-11-03T${time}:00.000Z`,
  end: `2026-11-03T${time.replace(':00', ':30')}:00.000Z`,
}))

/** A clinic that remembers what was done in it, however often the bot is killed. */
export function world(wishes: Partial<World> = {}) {
  const state: World = {
    ...{ visits: [visit('apt_old', '2025-12-01T08:00:00.000Z')], sent: [], taken: new Set(), settings: {} },
    ...{ clinicName: 'Nakheel', ...wishes },
  }
  const fake = fakeClinic({
    'installation.get': () => ({ settings: { months: 6, channel: 'sms', language: 'both', ...state.settings } }),
    'sandbox.getClock': () => (state.clock ? { now: state.clock } : refusal(404, 'not_found')),
    'clinic.get': () => ({ name: state.clinicName, timeZone: 'Asia/Riyadh' }),
    'appointments.list': ({ patientId }) =>
      state.visits.filter(found => patientId === undefined || found.patientId === patientId),
    'availability.get': () => ({
      days: [{ date: '2026-11-03', slots: SLOTS.filter(({ start }) => !state.taken.has(start)) }],
    }),
    'messages.send': input => {
      if (state.refuses) return state.refuses
      state.sent.push(input)
      return { communicationId: `com_${state.sent.length}` }
    },
    'appointments.create': input => {
      if (state.books) return state.books
      if (state.taken.has(String(input.start))) return refusal(409, 'slot_unavailable')
      const made = visit(`apt_new_${state.visits.length}`, String(input.start), {
        ...{ patientId: String(input.patientId), status: 'OPEN', updatedAt: NOW.toISOString() },
      })
      state.visits.push(made)
      state.taken.add(made.start)
      return made
    },
  })
  return { ...fake, state }
}

export type FakeWorld = ReturnType<typeof world>

/** The bot as it starts, on what its file holds. */
export function bot({ clinic }: Pick<FakeWorld, 'clinic'>, wishes: Partial<Bot> & { file?: string } = {}) {
  const { file = newFile(), ...others } = wishes
  const told: string[] = []
  const started: Bot = {
    ...{
      clinic,
      publicUrl: 'https://recall.test',
      now: () => NOW,
      log: message => void told.push(message),
      isLive: false,
    },
    ...{ database: openDatabase(file), isOver: false, ...others },
  }
  return Object.assign(started, { told, file })
}

class Killed extends Error {}

/** Ends everything before or after one of the steps: nothing that the process did afterwards happens. */
export function killedAt(step: number) {
  let steps = 0
  let isDead = false
  const stepped = (): void => {
    if (isDead || ++steps === step) {
      isDead = true
      throw new Killed()
    }
  }
  const around = <Value>(work: () => Value): Value => {
    stepped()
    const value = work()
    stepped()
    return value
  }
  return {
    isDead: () => isDead,
    check: (): void => {
      if (isDead) throw new Killed()
    },
    isKill: (error: unknown): boolean => isDead && (error instanceof Killed || error instanceof Error),
    database: (inner: Database): Database => ({
      all: (sql, values) => {
        if (isDead) throw new Killed()
        return inner.all(sql, values)
      },
      run: (sql, values) => around(() => inner.run(sql, values)),
      together: work => inner.together(work),
      close: inner.close,
    }),
    fetch:
      (inner: typeof fetch): typeof fetch =>
      async (target, init) => {
        stepped()
        const answer = await inner(target, init)
        stepped()
        return answer
      },
  }
}
