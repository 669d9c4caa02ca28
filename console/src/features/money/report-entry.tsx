import { Button, Group, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { hrefOf } from '../../app/rooms.ts'
import type { Returned } from '../../lib/api.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { download } from '../../lib/download.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useWrite } from '../../lib/use-write.ts'
import { Ltr, Moment } from '../../ui/isolated.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import classes from './money.module.css'
import { Whose } from './money-parts.tsx'
import { reporting } from './report-texts.ts'
import { money } from './texts.ts'
import { PAID } from './use-paid.ts'

type Report = Returned<'listEInvoiceReports'>

/** One report to the tax authority, what came of it, and what can be done with it. */
export function ReportEntry({ report }: { report: Report }) {
  const t = useTexts(reporting)
  const m = useTexts(money)
  const { creditNoteNumber, attemptNumber, statusChangedAt, status } = report
  return (
    <li className={classes.line}>
      <div className={classes.what}>
        <span>
          <Whose of={report} /> {creditNoteNumber !== null && `· ${t.ofNote(creditNoteNumber)} `}·{' '}
          {t.attempt(attemptNumber)} {statusChangedAt !== null && <Moment at={statusChangedAt} />}{' '}
          <span className="tag">{m.eInvoices[status]}</span>
        </span>
        <Reasons report={report} />
        <Deeds report={report} />
      </div>
    </li>
  )
}

function Deeds({ report: { id, invoiceId, invoiceNumber, attemptNumber, allowed } }: { report: Report }) {
  const t = useTexts(reporting)
  const { clinicId, ask } = useClinicApi()
  const retrying = useWrite('retryEInvoiceReport', {
    changes: [...PAID, 'listEInvoiceReports', 'getEInvoiceQueue'],
    said: () => t.retried,
  })
  // It is read anew, and that is recorded.
  const fetching = useMutation({
    mutationFn: () => ask('getEInvoiceDocument', { id }),
    onSuccess: ({ xml }) =>
      xml !== null &&
      download({ name: `e-invoice-${invoiceNumber ?? ''}-${attemptNumber}.xml`, type: 'application/xml', text: xml }),
  })
  return (
    <>
      <ProblemNotice error={retrying.error ?? fetching.error} />
      <Group gap="sm">
        {allowed.includes('RETRY') && (
          <Button loading={retrying.isPending} onClick={() => retrying.mutate({ id })}>
            {t.retry}
          </Button>
        )}
        {invoiceId !== null && invoiceNumber !== null && (
          <LinkButton variant="default" href={`${hrefOf(clinicId, 'money')}?open=${invoiceId}`}>
            {t.openInvoice(invoiceNumber)}
          </LinkButton>
        )}
        {allowed.includes('DOWNLOAD') && (
          <Button
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
            loading={fetching.isPending}
            onClick={() => fetching.mutate()}
          >
            {t.document}
          </Button>
        )}
      </Group>
    </>
  )
}

/** The rules by which authorities reject, by what a person can do about it. */
const RULES: readonly (readonly [rule: RegExp, words: 'amounts' | 'seller' | 'buyer'])[] = [
  [/^BR-CO-\d+|^SANDBOX-13/, 'amounts'],
  [/^BR-KSA-40/, 'seller'],
  [/^BR-KSA-49/, 'buyer'],
]

/** Why, in the words of the reader, and what the authority itself says. */
function Reasons({ report: { status, errorMessages, tries, lastFailure } }: { report: Report }) {
  const t = useTexts(reporting)
  if (status === 'CANCELLED') return <Text>{t.canceledReport}</Text>
  if (status === 'PENDING' || status === 'IN_PROGRESS') return <Tried tries={tries} failure={lastFailure} />
  const known = errorMessages.map(message => RULES.find(([rule]) => rule.test(message))?.[1] ?? 'other')
  return (
    <>
      {[...new Set(known)].map(words => (
        <Text key={words}>{t.rules[words]}</Text>
      ))}
      {errorMessages.length > 0 && (
        <Text size="sm" c="dimmed">
          {t.authority} <Ltr className="small">{errorMessages.join(' · ')}</Ltr>
        </Text>
      )}
    </>
  )
}

function Tried({ tries, failure }: { tries: number; failure: string | null }) {
  const t = useTexts(reporting)
  if (tries === 0) return null
  if (failure === null) return <Text>{t.triedInVain(tries)}</Text>
  return (
    <Text>
      {t.tried(tries)} <Ltr className="small">{failure}</Ltr>
    </Text>
  )
}
