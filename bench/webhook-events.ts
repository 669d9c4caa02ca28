import type { TransactionPool } from '@clinic/server/db/driver.ts'
import { sql } from '@clinic/server/db/statement.ts'
import { beginWriteColumns } from '@clinic/server/kernel/begin-write.ts'
import { fanOutEvents, type OutboxEvent, storeEvents } from '@clinic/server/kernel/outbox.ts'
import { newId } from '@clinic/server/kernel/values/ids.ts'

/** Those of a clinic's endpoints, in turn. */
export const TYPES = ['patient.created', 'appointment.created', 'invoice.created', 'payment.created'] as const
/** Of every event. */
const DATA = JSON.stringify({
  object: 'patient',
  id: 'pat_01k9exam00000000000000000a',
  branchId: 'bra_01k9exam00000000000000000a',
  doctorId: null,
})

const beginWrite = sql(`select ${beginWriteColumns('$2')}`)

/** Commits one event for each of these endpoints, one transaction per clinic; answers event ids and commit times. */
export const emitter =
  (writers: TransactionPool, wake: () => void): ((endpoints: readonly number[]) => Promise<[string, number][]>) =>
  async endpoints => {
    const byClinic = Map.groupBy(endpoints, endpoint => Math.floor(endpoint / TYPES.length))
    const emitIn = async (clinic: number, ofClinic: readonly number[]): Promise<[string, number][]> => {
      const company = `cli_${clinic}`
      const events = await writers.withTransaction(async connection => {
        const [begun] = await connection.begin([beginWrite([company, null])])
        const now = String(begun?.rows[0]?.now)
        const emitted = ofClinic.map(endpoint => eventOf(endpoint, now))
        await connection.commit([
          ...storeEvents(company, now, emitted),
          fanOutEvents({ id: company, sandbox: false }, { now, realNow: now }, emitted),
        ])
        return emitted
      })
      wake()
      const at = performance.timeOrigin + performance.now()
      return events.map(event => [event.id, at])
    }
    return (await Promise.all([...byClinic].map(([clinic, ofClinic]) => emitIn(clinic, ofClinic)))).flat()
  }

const eventOf = (endpoint: number, now: string): OutboxEvent => ({
  id: newId('evt', Date.parse(now)),
  type: TYPES[endpoint % TYPES.length] ?? '',
  data: DATA,
  previousAttributes: null,
  installationId: null,
})
