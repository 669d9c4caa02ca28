import { Button, Group, Stack } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useClinicApi } from '../../lib/clinic.ts'
import { download } from '../../lib/download.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useRead } from '../../lib/use-read.ts'
import { useWrite } from '../../lib/use-write.ts'
import type { Column } from '../../ui/grid/column.ts'
import { Grid } from '../../ui/grid/grid.tsx'
import { CalendarDay, Ltr, Moment, Name } from '../../ui/isolated.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Part } from '../money/money-parts.tsx'
import { Fact, Facts } from '../patients/facts.tsx'
import { FollowUp, Submit } from './claim-deeds.tsx'
import { Amount, CLAIMED, type Sheet, State, Whose } from './claim-parts.tsx'
import { claims } from './texts.ts'

/** A claim: of whom what is asked, what came of it, and what is done next. */
export function ClaimDrawer({ id }: { id: string }) {
  const t = useTexts(claims)
  return (
    <Loaded query={useRead('getClinicClaim', { id })} rows={1} height={320}>
      {claim => (
        <Stack gap="lg">
          <ClaimFacts claim={claim} />
          {claim.allowed.includes('SUBMIT') && <Submit id={id} />}
          {claim.allowed.includes('FOLLOW_UP') && <FollowUp key={claim.notes.length} id={id} />}
          <Items claim={claim} />
          <Part title={t.notes}>
            <Notes claim={claim} />
          </Part>
          <Download claim={claim} />
        </Stack>
      )}
    </Loaded>
  )
}

function ClaimFacts({ claim }: { claim: Sheet }) {
  const t = useTexts(claims)
  return (
    <Facts>
      <Fact title={t.insurer} wide>
        <Name>{claim.insurer}</Name>
      </Fact>
      <Fact title={t.number}>
        <Ltr>{claim.referenceId}</Ltr>
      </Fact>
      <Fact title={t.name}>{claim.name === null ? null : <Name>{claim.name}</Name>}</Fact>
      <Fact title={t.state}>
        <State of={claim} />
      </Fact>
      <Fact title={t.span} wide>
        <CalendarDay date={claim.startDate} /> – <CalendarDay date={claim.endDate} />
      </Fact>
      <Fact title={t.reference}>{claim.reference === null ? null : <Ltr>{claim.reference}</Ltr>}</Fact>
      <Fact title={t.followUpOn}>{claim.followUpOn === null ? null : <CalendarDay date={claim.followUpOn} />}</Fact>
      <Fact title={t.claimed}>
        <Amount of={claim.totalInsuranceAmount} />
      </Fact>
      <Fact title={t.received}>
        <Amount of={claim.totalReceivedAmount} />
      </Fact>
      <Fact title={t.rejected}>
        <Amount of={claim.rejectedAmount} />
      </Fact>
      <Fact title={t.remaining}>
        <Amount of={claim.remainingAmount} />
      </Fact>
    </Facts>
  )
}

type Item = Sheet['items'][number]

/** What is claimed of each invoice; as long as the claim is planned, one is taken off it. */
function Items({ claim: { id, version, items, allowed } }: { claim: Sheet }) {
  const t = useTexts(claims)
  const changing = useWrite('updateClaim', {
    changes: CLAIMED,
    said: () => t.changed,
    of: { version, words: { fields: {}, shown: () => undefined } },
  })
  const deed: readonly Column<Item>[] = allowed.includes('CHANGE')
    ? [
        {
          key: 'deed',
          title: t.takeOff,
          isDeed: true,
          cell: ({ invoiceId, number }) => (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`${t.takeOff}: ${t.invoice(number)}`}
              onClick={() => changing.mutate({ id, remove: [invoiceId] })}
            >
              {t.takeOff}
            </Button>
          ),
        },
      ]
    : []
  const columns: readonly Column<Item>[] = [
    { key: 'invoice', title: t.invoiceTitle, cell: ({ number }) => t.invoice(number) },
    { key: 'patient', title: t.patient, cell: ({ patientName }) => <Whose name={patientName} /> },
    { key: 'claimed', title: t.claimed, cell: ({ claimed }) => <Amount of={claimed} /> },
    { key: 'received', title: t.received, cell: ({ received }) => received > 0 && <Amount of={received} /> },
    { key: 'rejected', title: t.rejected, cell: one => <Rejected item={one} /> },
    ...deed,
  ]
  return (
    <Part title={t.items}>
      <Stack gap="sm">
        <Grid
          label={t.items}
          rows={items}
          columns={columns}
          idOf={({ invoiceId }) => invoiceId}
          nameOf={({ number }) => t.invoice(number)}
          empty={<div className="small">{t.none}</div>}
        />
        <ProblemNotice error={changing.error} />
      </Stack>
    </Part>
  )
}

/** What an insurer would not pay, what became of it, and why. */
function Rejected({ item: { rejected, disposition, code } }: { item: Item }) {
  const t = useTexts(claims)
  if (disposition === null) return null
  return (
    <>
      {rejected > 0 && <Amount of={rejected} />}{' '}
      <span className="tag" data-tone={disposition === 'DISPUTE' ? 'danger' : 'quiet'}>
        {t.dispositions[disposition]}
      </span>{' '}
      {code !== null && <Ltr>{code}</Ltr>}
    </>
  )
}

function Notes({ claim: { notes } }: { claim: Sheet }) {
  const t = useTexts(claims)
  if (notes.length === 0) return <div className="small">{t.noNotes}</div>
  return (
    <Stack gap="xs">
      {notes.map(({ id, note, followUpOn, madeByName, createdAt }) => (
        <div key={id}>
          <div dir="auto">{note}</div>
          <div className="small">
            <Name>{madeByName}</Name> · <Moment at={createdAt} /> · {t.followUpOn}: <CalendarDay date={followUpOn} />
          </div>
        </div>
      ))}
    </Stack>
  )
}

/** The claim as a table for another program: it is read anew, and that is recorded. */
function Download({ claim: { id } }: { claim: Sheet }) {
  const t = useTexts(claims)
  const { ask } = useClinicApi()
  const fetchTable = async () => {
    const { name, csv } = await ask('exportClaim', { id })
    download({ name, type: 'text/csv', text: csv })
  }
  return (
    <Group>
      <Button variant="default" leftSection={<IconDownload size={18} aria-hidden />} onClick={() => void fetchTable()}>
        {t.export}
      </Button>
    </Group>
  )
}
