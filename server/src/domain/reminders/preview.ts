import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import { addDays, DAY_MS, localDate, startOfDay } from '../../kernel/values/zone.ts'
import { countVisits, visitsAhead } from './due-visits.ts'
import { contentOf } from './remind.ts'
import { languageOf } from './reminder-text.ts'
import { templateProblem } from './rules.ts'

const localeOf = sql<{ locale: string }>('select locale from clinic where company_id = $1')
/** Visits are booked less far ahead. */
const AHEAD_MS = 400 * DAY_MS

/** What a rule says of the next visit that it reminds of, and how many it reminds of tomorrow. */
export async function previewRule(tx: Tx, { id }: { id: string }) {
  const rule = await tx.get('reminder_rule', id)
  const { timeZone } = tx.clinic
  const today = localDate(Date.parse(tx.now), timeZone)
  const [from, until] = [1, 2].map(days => new Date(startOfDay(addDays(today, days), timeZone) - 1).toISOString())
  const tomorrow = await countVisits(tx, rule, from ?? tx.now, until ?? tx.now)
  const [visit] = await visitsAhead(tx, rule, 1, AHEAD_MS)
  const [{ locale } = { locale: 'en' }] = await tx.sql(localeOf([tx.clinic.id]))
  const isSaid = visit !== undefined && (await templateProblem(tx, rule)) === null
  const said = isSaid ? await contentOf(tx, rule, visit, { language: languageOf(visit, locale), link: '…' }) : undefined
  return {
    appointmentId: visit?.id ?? null,
    patientId: visit?.patient_id ?? null,
    text: said?.text ?? null,
    tomorrow,
  }
}
