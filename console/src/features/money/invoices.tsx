import { Stack } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useReadPages } from '../../lib/use-read.ts'
import type { Column } from '../../ui/grid/column.ts'
import { Grid } from '../../ui/grid/grid.tsx'
import { Day } from '../../ui/isolated.tsx'
import { Pages } from '../../ui/pages.tsx'
import { Empty } from '../../ui/states.tsx'
import { UrlDrawer, useDrawer } from '../../ui/url-drawer.tsx'
import { InvoiceDrawer } from './invoice-drawer.tsx'
import { InvoiceFilters, useInvoicesAsked } from './money-filters.tsx'
import { Amount, State, Whose } from './money-parts.tsx'
import { money } from './texts.ts'

type Invoice = Returned<'listClinicInvoices'>

/** What patients were billed, newest first, as far as it is asked for; an invoice opens beside it. */
export function Invoices() {
  const t = useTexts(money)
  const asked = useInvoicesAsked()
  const { opened, open } = useDrawer()
  const columns = useColumns()
  const pages = useReadPages('listClinicInvoices', cursor => ({ ...asked, cursor }), { keeps: true })
  return (
    <Stack gap="md">
      <InvoiceFilters />
      <Pages query={pages} height={320}>
        {rows => (
          <Grid
            label={t.invoices}
            {...{ rows, columns }}
            idOf={({ id }) => id}
            nameOf={({ referenceId }) => t.invoice(referenceId)}
            onOpen={({ id }) => open(id)}
            filters={['state', 'branch', 'doctor', 'number', 'from', 'to']}
            empty={
              <Empty icon={<IconReceipt size={22} stroke={1.6} />} title={t.noInvoices}>
                {t.noInvoicesLead}
              </Empty>
            }
          />
        )}
      </Pages>
      {opened.startsWith('inv_') && (
        <UrlDrawer name={opened} title={t.anInvoice}>
          {() => <InvoiceDrawer id={opened} />}
        </UrlDrawer>
      )}
    </Stack>
  )
}

function useColumns(): readonly Column<Invoice>[] {
  const t = useTexts(money)
  return [
    {
      key: 'number',
      title: t.anInvoice,
      cell: ({ referenceId }) => t.invoice(referenceId),
      by: ({ referenceId }) => referenceId,
    },
    { key: 'patient', title: t.patient, cell: one => <Whose of={one} /> },
    { key: 'date', title: t.date, cell: ({ createdAt }) => <Day at={createdAt} />, by: ({ createdAt }) => createdAt },
    { key: 'state', title: t.state, cell: ({ state }) => <State of={state} /> },
    { key: 'total', title: t.total, cell: ({ total }) => <Amount of={total} />, by: ({ total }) => total },
    {
      key: 'left',
      title: t.left,
      cell: ({ pendingPayment }) => <Amount of={pendingPayment} />,
      by: ({ pendingPayment }) => pendingPayment,
    },
  ]
}
