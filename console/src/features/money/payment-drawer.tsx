import { Anchor, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useRead, useReadAll } from '../../lib/use-read.ts'
import { useMay } from '../../lib/use-session.ts'
import { Ltr, Moment, Name } from '../../ui/isolated.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Fact, Facts } from '../patients/facts.tsx'
import { moneyDeeds } from './deed-texts.ts'
import { Amount, Whose } from './money-parts.tsx'
import { RefundPayment } from './refund-payment.tsx'
import { money } from './texts.ts'

/** A payment: whose, for what, how, and where the money went. */
export function PaymentDrawer({ id }: { id: string }) {
  return (
    <Loaded query={useRead('getClinicPayment', { id })} rows={1} height={240}>
      {payment => <PaymentFacts payment={payment} />}
    </Loaded>
  )
}

function PaymentFacts({ payment }: { payment: Returned<'getClinicPayment'> }) {
  const t = useTexts(money)
  const d = useTexts(moneyDeeds)
  const { type, amount, balance, createdAt, refundedAt, refundReason, reference, treasuryId, splitFromId, allowed } =
    payment
  return (
    <Stack>
      <Facts>
        <Fact title={t.patient} wide>
          <Whose of={payment} />
        </Fact>
        {splitFromId !== null && (
          <Fact title={t.splitFrom}>
            <Anchor
              inherit
              renderRoot={props => <Link {...props} to="." search={{ tab: 'payments', open: splitFromId }} />}
            >
              {t.aPayment}
            </Anchor>
          </Fact>
        )}
        <Fact title={t.anInvoice}>
          <InvoiceLink of={payment} />
        </Fact>
        <Fact title={t.amount}>
          <Amount of={amount} />
        </Fact>
        <Fact title={t.type}>{t.types[type]}</Fact>
        <Fact title={t.date}>
          <Moment at={createdAt} />
        </Fact>
        <Fact title={t.credit}>{balance > 0 ? <Amount of={balance} /> : null}</Fact>
        <Fact title={t.treasury}>{treasuryId === null ? null : <Treasury id={treasuryId} />}</Fact>
        <Fact title={t.reference}>{reference === null ? null : <Ltr>{reference}</Ltr>}</Fact>
        <Fact title={d.reason}>{refundReason && <Name>{refundReason}</Name>}</Fact>
        <Fact title={t.refunded}>{refundedAt === null ? null : <Moment at={refundedAt} />}</Fact>
      </Facts>
      {allowed.includes('REFUND') && <RefundPayment key={amount} payment={payment} />}
    </Stack>
  )
}

/** Leads from the payment to the invoice that it is on. */
function InvoiceLink({ of: { invoiceId, invoiceNumber } }: { of: Returned<'getClinicPayment'> }) {
  const t = useTexts(money)
  if (invoiceId === null || invoiceNumber === null) return t.inAdvance
  return (
    <Anchor inherit renderRoot={props => <Link {...props} to="." search={{ open: invoiceId }} />}>
      {t.invoice(invoiceNumber)}
    </Anchor>
  )
}

function Treasury({ id }: { id: string }) {
  const { data = [] } = useReadAll('listKeptTreasuries', {}, useMay('payments:take'))
  const treasury = data.find(one => one.id === id)
  return treasury && <Name>{treasury.name}</Name>
}
