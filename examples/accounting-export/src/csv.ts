import { type Database, integerIn, textIn } from './database.ts'
import { toText } from './money.ts'

const LINES = `
  select entry.id as entry, day, entered_at, document_id, account, invoice_id, currency, amount
  from line join entry on entry.id = entry_id join document on document.id = document_id
  order by entry.id, account, invoice_id`

const HEAD = 'entry,day,entered_at,document,account,invoice,currency,debit,credit'

/** The number that the clinic's accountant gave an account, in the settings; our word for it where there is none. */
function codeOf(account: string, codes: Readonly<Record<string, unknown>>): string {
  const [name = ''] = account.split(':')
  const code = codes[name]
  return typeof code === 'string' && code !== '' ? code : account
}

/**
 * The journal, line by line: ids, numbers, and codes that the manifest lets consist of letters, digits, dots and hyphens
 * alone, so that there is nothing that a spreadsheet would run.
 */
export function* journal(database: Database, codes: Readonly<Record<string, unknown>>): Generator<string> {
  yield HEAD
  for (const row of database.all(LINES)) {
    const [currency, amount] = [textIn(row, 'currency'), integerIn(row, 'amount')]
    const names = ['day', 'entered_at', 'document_id'].map(column => textIn(row, column))
    const account = codeOf(textIn(row, 'account'), codes)
    const sides = amount > 0 ? [toText(amount, currency), ''] : ['', toText(0 - amount, currency)]
    yield [integerIn(row, 'entry'), ...names, account, textIn(row, 'invoice_id'), currency, ...sides].join(',')
  }
}
