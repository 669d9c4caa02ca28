import { Button } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useRead } from '../../lib/use-read.ts'
import { useMay } from '../../lib/use-session.ts'
import { Loaded, Loading } from '../../ui/states.tsx'
import { UrlDrawer, useDrawer } from '../../ui/url-drawer.tsx'
import { newInvoice } from './new-invoice-texts.ts'

const NewInvoiceForm = lazy(() => import('./new-invoice-form.tsx').then(module => ({ default: module.NewInvoiceForm })))

/** Opens the form that writes an invoice, beside the file of a patient, for those who may see what it would come to. */
export function NewInvoice({ patientId }: { patientId: string }) {
  const t = useTexts(newInvoice)
  const { open } = useDrawer()
  const [writes, sees] = [useMay('invoices:write'), useMay('checkout:use')]
  if (!writes || !sees) return null
  return (
    <>
      <Button variant="default" onClick={() => open('invoice')}>
        {t.open}
      </Button>
      <UrlDrawer name="invoice" title={t.open}>
        {() => <Opened patientId={patientId} />}
      </UrlDrawer>
    </>
  )
}

function Opened({ patientId }: { patientId: string }) {
  return (
    <Loaded query={useRead('getWorkplace', {})} rows={3} height={60}>
      {workplace => (
        <Suspense fallback={<Loading rows={3} height={60} />}>
          <NewInvoiceForm {...{ workplace, patientId }} />
        </Suspense>
      )}
    </Loaded>
  )
}
