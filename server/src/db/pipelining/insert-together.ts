import { type Statement, sql } from '../statement.ts'
import { isSwitchedOff } from './switched-off.ts'

/** Beyond this many, statements are worth their cost, and there would be too many texts to prepare. */
const MOST = isSwitchedOff('insert-together') ? 0 : 6
const known = new Map<string, ReturnType<typeof sql>>()

/**
 * A few inserts that answer nothing, as one statement: to start and end a statement costs PostgreSQL more than a row.
 * None of them sees what another inserts; foreign keys are checked when all are done.
 */
export function insertTogether(inserts: readonly Statement[]): readonly Statement[] {
  if (inserts.length < 2 || inserts.length > MOST) return inserts
  const key = inserts.map(({ name }) => name).join()
  const build = known.get(key) ?? sql(oneText(inserts))
  known.set(key, build)
  return [build(inserts.flatMap(({ values }) => values))]
}

function oneText(inserts: readonly Statement[]): string {
  let before = 0
  const texts = inserts.map(({ text, values }) => {
    const offset = before
    before += values.length
    return text.replaceAll(/\$(\d+)/g, (_, n) => `$${Number(n) + offset}`)
  })
  const last = texts.pop()
  return `with ${texts.map((text, i) => `insert_${i} as (${text})`).join(', ')} ${last}`
}
