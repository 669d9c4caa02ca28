import { type Database, integerIn, textIn } from './database.ts'
import type { Document, Line } from './documents.ts'

const BOOKED = `
  select account, invoice_id, sum(amount) as amount from line join entry on entry.id = line.entry_id
  where document_id = :id group by account, invoice_id`

const keyOf = ({ account, invoiceId }: Pick<Line, 'invoiceId'> & { account: string }) => `${account} ${invoiceId}`

/** What is still to be booked, so that the books say of a document what they are to say. */
function difference(
  database: Database,
  { id, lines }: Document,
): Map<string, { account: string; invoiceId: string; amount: number }> {
  const open = new Map(lines.map(line => [keyOf(line), { ...line, account: String(line.account) }]))
  for (const row of database.all(BOOKED, { id })) {
    const [account, invoiceId] = [textIn(row, 'account'), textIn(row, 'invoice_id')]
    const key = keyOf({ account, invoiceId })
    open.set(key, { account, invoiceId, amount: (open.get(key)?.amount ?? 0) - integerIn(row, 'amount') })
  }
  for (const [key, { amount }] of open) if (amount === 0) open.delete(key)
  return open
}

const KNOWN = 'select updated_at from document where id = :id'

/**
 * Enters what is new of a document. The same again enters nothing, and what is older than what was entered is passed over,
 * so that neither order nor repetition matters. Answers whether anything was entered.
 */
export function enter(database: Database, document: Document): boolean {
  const { id, day, currency, updatedAt } = document
  const sum = document.lines.reduce((total, { amount }) => total + amount, 0)
  if (sum !== 0) throw new RangeError(`${id} does not add up: ${sum}`)
  return database.together(() => {
    const [known] = database.all(KNOWN, { id })
    if (known && textIn(known, 'updated_at') > updatedAt) return false
    database.run(
      `insert into document (id, day, currency, updated_at) values (:id, :day, :currency, :updatedAt)
       on conflict (id) do update set updated_at = :updatedAt`,
      { id, day, currency, updatedAt },
    )
    const open = difference(database, document)
    if (open.size === 0) return false
    database.run("insert into entry (document_id, entered_at) values (:id, strftime('%Y-%m-%dT%H:%M:%fZ'))", { id })
    for (const { account, invoiceId, amount } of open.values())
      database.run('insert into line values ((select max(id) from entry), :account, :invoiceId, :amount)', {
        ...{ account, invoiceId, amount },
      })
    return true
  })
}

export const readMark = (database: Database, name: string): string | undefined =>
  database.all('select value from mark where name = :name', { name }).map(row => textIn(row, 'value'))[0]

export const saveMark = (database: Database, name: string, value: string): void =>
  database.run('insert or replace into mark (name, value) values (:name, :value)', { name, value })
