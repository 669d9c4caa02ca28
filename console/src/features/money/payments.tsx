import { Stack } from '@mantine/core'
import { IconCash } from '@tabler/icons-react'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useReadPages } from '../../lib/use-read.ts'
import type { Column } from '../../ui/grid/column.ts'
import { Grid } from '../../ui/grid/grid.tsx'
import { Moment } from '../../ui/isolated.tsx'
import { Pages } from '../../ui/pages.tsx'
import { Empty } from '../../ui/states.tsx'
import { UrlDrawer, useDrawer } from '../../ui/url-drawer.tsx'
import { PaymentFilters, usePaymentsAsked } from './money-filters.tsx'
import { Amount, Refunded, Whose } from './money-parts.tsx'
import { PaymentDrawer } from './payment-drawer.tsx'
import { money } from './texts.ts'

type Payment = Returned<'listClinicPayments'>

/** What was paid, newest first, as far as it is asked for; a payment opens beside it. */
export function Payments() {
  const t = useTexts(money)
  const asked = usePaymentsAsked()
  const { opened, open } = useDrawer()
  const columns = useColumns()
  const pages = useReadPages('listClinicPayments', cursor => ({ ...asked, cursor }), { keeps: true })
  return (
    <Stack gap="md">
      <PaymentFilters />
      <Pages query={pages} height={320}>
        {rows => (
          <Grid
            label={t.payments}
            {...{ rows, columns }}
            idOf={({ id }) => id}
            nameOf={({ type, invoiceNumber }) =>
              `${t.types[type]} ${invoiceNumber === null ? t.inAdvance : t.invoice(invoiceNumber)}`
            }
            onOpen={({ id }) => open(id)}
            filters={['type', 'refunded', 'branch', 'from', 'to']}
            empty={
              <Empty icon={<IconCash size={22} stroke={1.6} />} title={t.noPayments}>
                {t.noPaymentsLead}
              </Empty>
            }
          />
        )}
      </Pages>
      {opened.startsWith('pay_') && (
        <UrlDrawer name={opened} title={t.aPayment}>
          {() => <PaymentDrawer id={opened} />}
        </UrlDrawer>
      )}
    </Stack>
  )
}

function useColumns(): readonly Column<Payment>[] {
  const t = useTexts(money)
  return [
    { key: 'type', title: t.type, cell: ({ type }) => t.types[type] },
    { key: 'patient', title: t.patient, cell: one => <Whose of={one} /> },
    {
      key: 'invoice',
      title: t.anInvoice,
      cell: ({ invoiceNumber }) => (invoiceNumber === null ? t.inAdvance : t.invoice(invoiceNumber)),
    },
    { key: 'date', title: t.date, cell: ({ createdAt }) => <Moment at={createdAt} />, by: one => one.createdAt },
    { key: 'amount', title: t.amount, cell: ({ amount }) => <Amount of={amount} />, by: ({ amount }) => amount },
    { key: 'refunded', title: t.filters.refunded, cell: one => <Refunded of={one} /> },
  ]
}
