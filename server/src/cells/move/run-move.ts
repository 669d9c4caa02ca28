import type { Client } from 'pg'
import { isHeld } from '../../db/lock-patience.ts'
import { DatabaseRefusal } from '../../db/refusal.ts'
import { CONTROL } from '../../kernel/misdirected.ts'
import { emptyPlace } from './clean.ts'
import { stopCopying } from './copying.ts'
import { unguard } from './guard.ts'
import { takeNews } from './hand-over.ts'
import { forgetEndedLinks } from './links.ts'
import { type Beside, copy, finish, type Limits, switchOver, thaw } from './move.ts'
import { type Move, openPlaces } from './places.ts'
import { requireMovable } from './preflight.ts'

interface Running {
  controlUrl: string
  companyId: string
  log: (line: string) => void
}

export interface Moving extends Running, Limits {
  target: string
  by: string
  graceHours: number
  beside(move: Move): Beside
  /** Where it copies files from; nothing where they lie in one place for all. */
  filesFrom: string | null
}

interface Row {
  company_id: string
  source: string
  target: string
  switched: boolean
  arrived: boolean
  files_from: string | null
}

const OF_MOVES = `
  select company_id, source, target, switched_at is not null as switched, arrived_at is not null as arrived, files_from
  from clinic_move`
const LOCK = "hashtextextended('clinic move', 0)"
const LOCK_MS = 3_000

const find = async (control: Client, companyId: string): Promise<Row | undefined> =>
  (await control.query<Row>(`${OF_MOVES} where company_id = $1`, [companyId])).rows[0]

/** One at a time: what one of them holds up, another would wait for. */
async function aloneOnControl(control: Client): Promise<void> {
  try {
    await control.query(`set lock_timeout = ${LOCK_MS}; select pg_advisory_lock(${LOCK}); reset lock_timeout`)
  } catch (error) {
    throw isHeld(error) ? new DatabaseRefusal('A clinic is being moved by another process.') : error
  }
}

/** What is written down already, or is to be: where the clinic lives, and where it goes. */
async function planned(control: Client, companyId: string, target: string): Promise<Row> {
  const known = await find(control, companyId)
  if (known && known.target !== target && !known.arrived)
    throw new DatabaseRefusal(`It is on its way to ${known.target}: go on with that, or --abort it.`)
  if (known?.arrived && known.target !== target)
    throw new DatabaseRefusal(
      `${known.source} has rows of it yet: clinic move --clean --now ${companyId} deletes them.`,
    )
  if (known) return known
  const { rows } = await control.query<{ cell: string }>(
    'select coalesce(cell, $2) as cell from clinic where company_id = $1',
    [companyId, CONTROL],
  )
  const [clinic] = rows
  if (!clinic) throw new DatabaseRefusal('Control knows no such clinic.')
  if (clinic.cell === target) throw new DatabaseRefusal(`It lives in ${target} already.`)
  return { company_id: companyId, source: clinic.cell, target, switched: false, arrived: false, files_from: null }
}

/** Moves a clinic while it is used. Ended in any way and done again, it goes on where it was. */
export async function moveClinic({ controlUrl, companyId, by, target, log, ...how }: Moving) {
  const { graceHours, freezeMs, beside, filesFrom } = how
  let row: Row | undefined
  await openPlaces(
    controlUrl,
    async control => {
      await aloneOnControl(control)
      row = await planned(control, companyId, target)
      return [row.source, row.target]
    },
    async places => {
      const move = { ...places, companyId, by, log }
      const { client } = places.control
      if (!row?.switched) {
        if (await find(client, companyId)) await thaw(move)
        else await requireMovable(move)
        await client.query(
          `insert into clinic_move (company_id, source, target, grace, files_from)
           values ($1, $2, $3, $4::float8 * interval '1 hour', $5)
           on conflict (company_id) do update set grace = excluded.grace, files_from = excluded.files_from`,
          [companyId, places.source.name, places.target.name, graceHours, filesFrom],
        )
        const files = beside(move)
        await copy(move)
        await switchOver(move, { freezeMs }, files)
      }
      await finish(move)
      await unguard(places.target.client, companyId)
      log(`${places.source.name} keeps what it had for ${graceHours} hours; clinic move --clean deletes it after that`)
    },
  )
}

/** Gives up a move that has not switched: nothing of it stays. */
export async function abortMove({ controlUrl, companyId, log }: Running): Promise<void> {
  await withMove(controlUrl, companyId, log, async (move, { switched }) => {
    if (switched) throw new DatabaseRefusal(`${move.target.name} has it: go on, or move it back.`)
    await thaw(move)
    await stopCopying(move)
    await unguard(move.source.client, companyId)
    const rows = await emptyPlace(move.target, companyId)
    await unguard(move.target.client, companyId)
    await forget(move)
    log(`given up: ${move.source.name} serves it as before, and ${rows} copied rows are deleted`)
  })
}

interface Cleaning extends Omit<Running, 'companyId'> {
  companyId?: string | undefined
  /** Deletes the clinic’s files where the move has copied them from, if it has. */
  removeFiles?: ((companyId: string, filesFrom: string | null) => Promise<void>) | undefined
}

/** Deletes what clinics that have moved left behind, once their grace is over; of one clinic now, if it is named. */
export async function cleanMoves({ controlUrl, companyId, log, removeFiles }: Cleaning): Promise<void> {
  let due: string[] = []
  await openPlaces(
    controlUrl,
    async control => {
      await forgetEndedLinks(control)
      const { rows } = await control.query<Row>(
        `${OF_MOVES} where arrived_at is not null
           and case when $1::text is null then arrived_at + grace <= now() else company_id = $1 end`,
        [companyId ?? null],
      )
      due = rows.map(({ company_id }) => company_id)
      return [CONTROL, CONTROL]
    },
    async () => undefined,
  )
  if (due.length === 0) log('There is nothing to delete yet.')
  const refused: string[] = []
  for (const one of due)
    await withMove(controlUrl, one, log, async (move, { files_from: filesFrom }) => {
      await removeFiles?.(one, filesFrom)
      await takeNews(move)
      const rows = await emptyPlace(move.source, one)
      await unguard(move.source.client, one)
      await forget(move)
      log(`${one}: ${rows} rows deleted in ${move.source.name}`)
    }).catch(error => {
      // One whose files are on another machine keeps none of the others waiting.
      if (!(error instanceof DatabaseRefusal)) throw error
      refused.push(error.message)
    })
  if (refused.length > 0) throw new DatabaseRefusal(refused.join('\n'))
}

const forget = ({ companyId, control }: Move) =>
  control.client.query('delete from clinic_move where company_id = $1', [companyId])

async function withMove(
  controlUrl: string,
  companyId: string,
  log: Running['log'],
  run: (move: Move, row: Row) => Promise<void>,
): Promise<void> {
  let row: Row | undefined
  await openPlaces(
    controlUrl,
    async control => {
      await aloneOnControl(control)
      row = await find(control, companyId)
      if (!row) throw new DatabaseRefusal('That clinic is not being moved.')
      return [row.source, row.target]
    },
    async places => {
      if (row) await run({ ...places, companyId, by: null, log }, row)
    },
  )
}
