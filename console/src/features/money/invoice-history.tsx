import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { Moment } from '../../ui/isolated.tsx'
import classes from './money.module.css'
import { Amount, Part } from './money-parts.tsx'
import { money } from './texts.ts'

/** What happened to an invoice, in its order. */
export function InvoiceHistory({ history }: { history: Returned<'getClinicInvoice'>['history'] }) {
  const t = useTexts(money)
  return (
    <Part title={t.history}>
      <ol className={classes.lines}>
        {history.map(({ at, what, recordId, amount, eInvoiceStatus }) => (
          <li key={`${what} ${recordId}`} className={classes.line}>
            <span className={classes.what}>
              <span>
                {t.steps[what]}
                {eInvoiceStatus !== null && `: ${t.eInvoices[eInvoiceStatus]}`}
              </span>
              <span className="small">
                <Moment at={at} />
              </span>
            </span>
            {amount !== null && <Amount of={amount} />}
          </li>
        ))}
      </ol>
    </Part>
  )
}
