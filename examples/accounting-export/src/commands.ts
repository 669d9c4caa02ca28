import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { copy, type Export, whileAllowed } from './copy.ts'
import { journal } from './csv.ts'
import { hearing } from './hear.ts'
import { toText } from './money.ts'
import { daysOf, reconcile } from './reconcile.ts'
import { serverOf } from './server.ts'

const USAGE = `accounting-export            listens for events and copies what changed, again and again
accounting-export sync       copies what changed, once
accounting-export reconcile  copies, then compares each day with the clinic: [--from YYYY-MM-DD] [--to YYYY-MM-DD]
accounting-export csv        writes the journal: [file]`

/** What to answer the shell with; nothing while it goes on. */
export type Exit = number | undefined

function dayAt(words: readonly string[], option: string): string | undefined {
  const place = words.indexOf(option)
  if (place < 0) return undefined
  const value = words[place + 1] ?? ''
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) throw new RangeError(`${option} takes a day such as 2026-11-02`)
  return value
}

async function compare(state: Export, words: readonly string[]): Promise<Exit> {
  await copy(state)
  const days = daysOf(state.database)
  const [from, to] = [dayAt(words, '--from') ?? days?.from, dayAt(words, '--to') ?? days?.to]
  const compared = from && to ? await reconcile(state, from, to) : []
  const rows = compared.map(({ day, currency, figure, clinic, ledger }) => [
    ...[day, currency, figure, toText(clinic, currency), toText(ledger, currency)],
    clinic === ledger ? 'equal' : `off by ${toText(ledger - clinic, currency)}`,
  ])
  for (const row of [['day', 'currency', 'figure', 'clinic', 'ledger', ''], ...rows]) state.log(row.join('\t'))
  const different = compared.filter(({ clinic, ledger }) => clinic !== ledger).length
  state.log(different === 0 ? `${rows.length} figures are equal.` : `${different} of ${rows.length} figures differ.`)
  return different === 0 ? 0 : 1
}

async function write({ clinic, database }: Export, file: string | undefined): Promise<Exit> {
  const { settings } = await clinic.installation.get()
  const lines = Readable.from(journal(database, settings)).map((line: string) => `${line}\r\n`)
  await pipeline(lines, file === undefined ? process.stdout : createWriteStream(file)).catch(error => {
    // Who reads it has seen enough, as `head` does.
    if (error.code !== 'EPIPE') throw error
  })
  return 0
}

async function serve(state: Export): Promise<Exit> {
  const { PORT = '4220', WEBHOOK_SECRET, EVERY_SECONDS = '600' } = process.env
  const again = async (): Promise<void> => {
    await whileAllowed(state, async () => void (await copy(state))).catch((error: Error) =>
      state.log(`A copy failed: ${error.message}`),
    )
    if (!state.isOver) setTimeout(again, Number(EVERY_SECONDS) * 1000)
  }
  serverOf(hearing(state, WEBHOOK_SECRET)).listen(Number(PORT), () =>
    state.log(`accounting-export listens on http://localhost:${PORT}: events at /hooks`),
  )
  await again()
  return undefined
}

export async function command(state: Export, [name, ...words]: readonly string[]): Promise<Exit> {
  if (name === undefined) return serve(state)
  if (name === 'reconcile') return compare(state, words)
  if (name === 'csv') return write(state, words[0])
  if (name === 'sync') state.log(`${await copy(state)} records were read.`)
  else state.log(USAGE)
  return name === 'sync' ? 0 : 2
}
