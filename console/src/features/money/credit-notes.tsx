import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { Moment, Name } from '../../ui/isolated.tsx'
import { PrintCreditNote } from '../receipts/print-credit-note.tsx'
import { moneyDeeds } from './deed-texts.ts'
import classes from './money.module.css'
import { Amount, Part } from './money-parts.tsx'
import { RetryReport } from './retry-report.tsx'
import { money } from './texts.ts'

type Note = Returned<'getClinicInvoice'>['creditNotes'][number]

/** What was taken off an invoice, and why. */
export function CreditNotes({ notes }: { notes: readonly Note[] }) {
  const t = useTexts(money)
  if (notes.length === 0) return null
  return (
    <Part title={t.creditNotes}>
      <ul className={classes.lines}>
        {notes.map(note => (
          <CreditNote key={note.id} note={note} />
        ))}
      </ul>
    </Part>
  )
}

function CreditNote({ note }: { note: Note }) {
  const t = useTexts(money)
  const d = useTexts(moneyDeeds)
  const { referenceId, reason, createdAt, total, toCredit, refunded, eInvoiceStatus, failedReportId } = note
  const freed = [[t.credit, toCredit] as const, [t.refunded, refunded] as const].filter(([, amount]) => amount > 0)
  return (
    <li className={classes.line}>
      <span className={classes.what}>
        <span>
          {t.creditNote(referenceId)}{' '}
          {eInvoiceStatus !== null && <span className="tag">{t.eInvoices[eInvoiceStatus]}</span>}
        </span>
        {reason !== null && <Name>{reason}</Name>}
        <span className="small">
          <Moment at={createdAt} />
          {freed.map(([title, amount]) => (
            <span key={title}>
              {' · '}
              {title} <Amount of={amount} />
            </span>
          ))}
        </span>
        <PrintCreditNote note={note} />
        <RetryReport id={failedReportId} label={d.reportNote(referenceId)} />
      </span>
      <Amount of={total} />
    </li>
  )
}
