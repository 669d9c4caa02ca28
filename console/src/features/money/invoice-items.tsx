import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { Ltr, Name } from '../../ui/isolated.tsx'
import classes from './money.module.css'
import { Amount, Part } from './money-parts.tsx'
import { money } from './texts.ts'

type Invoice = Returned<'getClinicInvoice'>

/** What was billed, line by line, and how it comes to the total: each figure as it was computed, none is computed here. */
export function InvoiceItems({ invoice }: { invoice: Invoice }) {
  const t = useTexts(money)
  return (
    <Part title={t.items}>
      <ul className={classes.lines}>
        {invoice.items.map(item => (
          <Item key={item.id} item={item} />
        ))}
      </ul>
      <Figures invoice={invoice} />
    </Part>
  )
}

function Item({ item: { name, code, quantity, price, discount, net, left } }: { item: Invoice['items'][number] }) {
  const t = useTexts(money)
  return (
    <li className={classes.line}>
      <span className={classes.what}>
        <span>
          <Name>{name}</Name> {code !== null && <Ltr className="small">{code}</Ltr>}
        </span>
        <span className="small">
          <Ltr>{quantity}</Ltr> × <Amount of={price} />
          {discount > 0 && (
            <>
              {' · '}
              {t.discount} <Amount of={discount} />
            </>
          )}
          {left < net && (
            <>
              {' · '}
              {t.notCredited} <Amount of={left} />
            </>
          )}
        </span>
      </span>
      <Amount of={net} />
    </li>
  )
}

function Figures({ invoice }: { invoice: Invoice }) {
  const t = useTexts(money)
  const { subtotal, discount, taxes, total, credited, insurance, paid, pendingPayment } = invoice
  const figures: readonly (readonly [title: string, amount: number, isSum?: boolean])[] = [
    [t.subtotal, subtotal],
    ...(discount > 0 ? [[t.discount, discount] as const] : []),
    ...taxes.filter(({ tax }) => tax > 0).map(({ taxPercent, tax }) => [t.tax(taxPercent), tax] as const),
    [t.total, total, true],
    ...(credited > 0 ? [[t.credited, credited] as const] : []),
    ...(insurance > 0 ? [[t.insurance, insurance] as const] : []),
    [t.paid, paid],
    [t.left, pendingPayment, true],
  ]
  return (
    <dl className={classes.figures}>
      {figures.flatMap(([title, amount, isSum]) => [
        <dt key={title} className={isSum && classes.sum}>
          {title}
        </dt>,
        <dd key={`${title} amount`} className={isSum && classes.sum}>
          <Amount of={amount} />
        </dd>,
      ])}
    </dl>
  )
}
