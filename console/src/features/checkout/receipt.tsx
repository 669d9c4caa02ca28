import { Button, Group, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { hrefOf } from '../../app/rooms.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useRoomKeys } from '../../lib/use-room-keys.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Ltr } from '../../ui/isolated.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useBooking, useMayBook } from '../booking/use-booking.ts'
import { InvoiceItems } from '../money/invoice-items.tsx'
import { InvoicePayments } from '../money/invoice-payments.tsx'
import { Amount, Part } from '../money/money-parts.tsx'
import { ReceiptDeeds } from '../receipts/receipt-deeds.tsx'
import { useShortWords } from '../stock/use-short.ts'
import classes from './checkout.module.css'
import { checkout } from './texts.ts'
import type { Receipt as Made } from './use-check-out.ts'

/** What came of the checkout: the change first, then the invoice; and what comes next. */
export function Receipt({ receipt, patientId }: { receipt: Made; patientId: string }) {
  const t = useTexts(checkout)
  const { clinicId } = useClinicApi()
  const { open } = useBooking()
  const next = useMayBook() ? () => open({ patientId }) : undefined
  useRoomKeys({ b: next })
  const { invoice, change, links, pointsEarned, shortages } = receipt
  const short = useShortWords()(shortages)
  const facts = [
    [t.change, change, change > 0],
    [t.left, invoice.pendingPayment, invoice.pendingPayment > 0],
  ] as const
  return (
    <Stack gap="lg" className={classes.receipt}>
      {short !== undefined && <Notice tone="warn">{short}</Notice>}
      <Part title={t.receipt}>
        <div>{t.invoice(invoice.referenceId)}</div>
        <dl className={classes.figures}>
          {facts.map(([name, amount, isShown]) =>
            isShown ? (
              <div key={name} className={classes.sum}>
                <dt>{name}</dt>
                <dd>
                  <Amount of={amount} />
                </dd>
              </div>
            ) : null,
          )}
          {pointsEarned > 0 && (
            <div>
              <dt>{t.earned}</dt>
              <dd>{pointsEarned}</dd>
            </div>
          )}
        </dl>
        <Links links={links} />
      </Part>
      <ReceiptDeeds invoice={invoice} hasKey />
      <InvoiceItems invoice={invoice} />
      <InvoicePayments payments={invoice.payments} />
      <Group>
        {next && (
          <Button onClick={next} aria-keyshortcuts="b" autoFocus>
            {t.next}
          </Button>
        )}
        <Button variant="default" renderRoot={props => <Link {...props} to={hrefOf(clinicId, 'flow')} />}>
          {t.toDay}
        </Button>
      </Group>
    </Stack>
  )
}

/** What the patient pays by later. */
function Links({ links }: Pick<Made, 'links'>) {
  const t = useTexts(checkout)
  return links.map(
    ({ id, paymentLink }) =>
      paymentLink !== null && (
        <Group key={id} gap="xs" wrap="nowrap">
          <span>{t.link}</span> <Ltr className="code">{paymentLink}</Ltr>
          <CopyButton text={paymentLink} />
        </Group>
      ),
  )
}
