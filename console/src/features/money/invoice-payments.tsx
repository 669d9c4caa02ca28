import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { Moment } from '../../ui/isolated.tsx'
import classes from './money.module.css'
import { Amount, Part, Refunded } from './money-parts.tsx'
import { money } from './texts.ts'

/** Leads to what else is told of it, and done with it. */
const PaymentLink = ({ id, children }: { id: string; children: string }) => (
  <Anchor inherit renderRoot={props => <Link {...props} to="." search={{ tab: 'payments', open: id }} />}>
    {children}
  </Anchor>
)

/** What was paid on an invoice; what was given back stays in its place, and says so. */
export function InvoicePayments({ payments }: { payments: Returned<'getClinicInvoice'>['payments'] }) {
  const t = useTexts(money)
  return (
    <Part title={t.payments}>
      {payments.length === 0 ? (
        <div className="small">{t.noneOnIt}</div>
      ) : (
        <ul className={classes.lines}>
          {payments.map(payment => (
            <li key={payment.id} className={classes.line}>
              <span className={classes.what}>
                <span>
                  <PaymentLink id={payment.id}>{t.types[payment.type]}</PaymentLink> <Refunded of={payment} />
                </span>
                <span className="small">
                  <Moment at={payment.createdAt} />
                </span>
              </span>
              <Amount of={payment.amount} />
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}
