import { Button, Group, Stack, Text } from '@mantine/core'
import { hrefOf } from '../../app/rooms.ts'
import type { Returned } from '../../lib/api.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useRead, useReadPages } from '../../lib/use-read.ts'
import { useWrite } from '../../lib/use-write.ts'
import { Ltr, Moment } from '../../ui/isolated.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Pages } from '../../ui/pages.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Section } from '../../ui/section.tsx'
import classes from './money.module.css'
import { Whose } from './money-parts.tsx'
import { online } from './online-texts.ts'
import { PAID } from './use-paid.ts'

type Report = Returned<'listEInvoiceReports'>

/** What the tax authority rejected, and what it has not answered yet. */
export function FailedReports() {
  const t = useTexts(online)
  const pages = useReadPages('listEInvoiceReports', cursor => ({ failed: true, cursor }))
  return (
    <Section title={t.rejected} lead={t.rejectedLead}>
      <Stack>
        <Queue />
        <Pages query={pages} height={120}>
          {reports =>
            reports.length === 0 ? (
              <Text>{t.noneRejected}</Text>
            ) : (
              <ul className={classes.lines} aria-label={t.rejected}>
                {reports.map(report => (
                  <FailedReport key={report.id} report={report} />
                ))}
              </ul>
            )
          }
        </Pages>
      </Stack>
    </Section>
  )
}

/** Asked again while it is looked at: the authority answers by itself. */
const EVERY_MS = 30_000

function Queue() {
  const t = useTexts(online)
  const { data } = useRead('getEInvoiceQueue', {}, { every: EVERY_MS })
  if (!data || data.oldestAt === null) return null
  return (
    <div role="status">
      <Text>
        {t.waiting(data.waiting)} <Moment at={data.oldestAt} />
      </Text>
      <Text size="sm" c="dimmed">
        {t.retries}
      </Text>
    </div>
  )
}

/** The rules by which authorities reject, by what a person can do about it. */
const RULES: readonly (readonly [rule: RegExp, words: 'amounts' | 'seller' | 'buyer'])[] = [
  [/^BR-CO-\d+|^SANDBOX-13/, 'amounts'],
  [/^BR-KSA-40/, 'seller'],
  [/^BR-KSA-49/, 'buyer'],
]

function FailedReport({ report }: { report: Report }) {
  const t = useTexts(online)
  const { clinicId } = useClinicApi()
  const retrying = useWrite('retryEInvoiceReport', {
    changes: [...PAID, 'listEInvoiceReports', 'getEInvoiceQueue'],
    said: () => t.retried,
  })
  const { id, invoiceId, invoiceNumber, creditNoteNumber, attemptNumber, statusChangedAt, allowed } = report
  return (
    <li className={classes.line}>
      <div className={classes.what}>
        <span>
          <Whose of={report} /> {creditNoteNumber !== null && `· ${t.ofNote(creditNoteNumber)} `}·{' '}
          {t.attempt(attemptNumber)} {statusChangedAt !== null && <Moment at={statusChangedAt} />}
        </span>
        <Reasons report={report} />
        <ProblemNotice error={retrying.error} />
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
        </Group>
      </div>
    </li>
  )
}

/** Why, in the words of the reader, and what the authority itself says. */
function Reasons({ report: { status, errorMessages } }: { report: Report }) {
  const t = useTexts(online)
  if (status === 'CANCELLED') return <Text>{t.canceledReport}</Text>
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
