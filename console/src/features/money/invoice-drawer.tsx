import { Stack } from '@mantine/core'
import type { Returned } from '../../lib/api.ts'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { nameOf } from '../../lib/session.ts'
import { useRead } from '../../lib/use-read.ts'
import { Ltr, Moment, Name } from '../../ui/isolated.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Fact, Facts } from '../patients/facts.tsx'
import { PatientLink } from '../patients/patient-link.tsx'
import { ReceiptDeeds } from '../receipts/receipt-deeds.tsx'
import { receipts } from '../receipts/texts.ts'
import { CreditInvoice } from './credit-invoice.tsx'
import { CreditNotes } from './credit-notes.tsx'
import { moneyDeeds } from './deed-texts.ts'
import { EditInvoice } from './edit-invoice.tsx'
import { InvoiceHistory } from './invoice-history.tsx'
import { InvoiceItems } from './invoice-items.tsx'
import { InvoicePayments } from './invoice-payments.tsx'
import { IssueInvoice } from './issue-invoice.tsx'
import { MakeLink } from './make-link.tsx'
import { Part, State } from './money-parts.tsx'
import { PayInvoice } from './pay-invoice.tsx'
import { RetryReport } from './retry-report.tsx'
import { money } from './texts.ts'
import { VoidInvoice } from './void-invoice.tsx'

/** Of a draft, and of what is void, there is none. */
const HAS_RECEIPT: readonly string[] = ['OPEN', 'PAID']

/** An invoice: whose, what is on it, what was paid, and what happened to it. */
export function InvoiceDrawer({ id }: { id: string }) {
  const d = useTexts(moneyDeeds)
  const r = useTexts(receipts)
  return (
    <Loaded query={useRead('getClinicInvoice', { id })} rows={1} height={320}>
      {invoice => (
        <Stack gap="lg">
          <InvoiceFacts invoice={invoice} />
          <RetryReport id={invoice.failedReportId} label={d.report} />
          <InvoiceItems invoice={invoice} />
          {invoice.allowed.includes('EDIT') && <EditInvoice key={invoice.hash} invoice={invoice} />}
          {HAS_RECEIPT.includes(invoice.state) && (
            <Part title={r.receipt}>
              <ReceiptDeeds key={`receipt ${id}`} invoice={invoice} />
            </Part>
          )}
          {invoice.allowed.includes('ISSUE') && <IssueInvoice id={id} />}
          {invoice.allowed.includes('PAY') && <PayInvoice key={invoice.pendingPayment} invoice={invoice} />}
          {invoice.allowed.includes('PAY') && <MakeLink invoice={invoice} />}
          {invoice.allowed.includes('VOID') && <VoidInvoice id={id} />}
          {invoice.allowed.includes('CREDIT') && <CreditInvoice key={`note ${invoice.credited}`} invoice={invoice} />}
          <CreditNotes notes={invoice.creditNotes} />
          <InvoicePayments payments={invoice.payments} />
          <InvoiceHistory history={invoice.history} />
        </Stack>
      )}
    </Loaded>
  )
}

function InvoiceFacts({ invoice }: { invoice: Returned<'getClinicInvoice'> }) {
  const t = useTexts(money)
  const { language } = useLanguage()
  const { data: workplace } = useRead('getWorkplace', {})
  const { patientId, patientName, doctorId, branchId, referenceId, state, releasedAt, eInvoiceStatus } = invoice
  const doctor = workplace?.practitioners.find(one => one.id === doctorId)
  const branch = workplace?.branches.find(one => one.id === branchId)
  return (
    <Facts>
      <Fact title={t.patient} wide>
        {patientName === null ? t.hidden : <PatientLink patient={{ id: patientId, name: patientName }} />}
      </Fact>
      <Fact title={t.number}>
        <Ltr>{referenceId}</Ltr>
      </Fact>
      <Fact title={t.state}>
        <State of={state} />
      </Fact>
      <Fact title={t.issued}>{releasedAt === null ? null : <Moment at={releasedAt} />}</Fact>
      <Fact title={t.doctor}>{doctor && <Name>{nameOf(language, doctor)}</Name>}</Fact>
      <Fact title={t.branch}>{branch && <Name>{nameOf(language, branch)}</Name>}</Fact>
      <Fact title={t.eInvoice}>{eInvoiceStatus === null ? null : t.eInvoices[eInvoiceStatus]}</Fact>
    </Facts>
  )
}
