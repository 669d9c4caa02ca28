import { Button, Stack, Title, Text as Words } from '@mantine/core'
import type { Returned } from '../../lib/api.ts'
import { daysBefore } from '../../lib/clinic-time.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useUrlState } from '../../lib/url-state.ts'
import { useBranch } from '../../lib/use-branch.ts'
import { useRead } from '../../lib/use-read.ts'
import { useRoomKeys } from '../../lib/use-room-keys.ts'
import { useMay } from '../../lib/use-session.ts'
import { useDays } from '../../lib/use-time-zone.ts'
import type { Column } from '../../ui/grid/column.ts'
import { FilterBar } from '../../ui/grid/filter-bar.tsx'
import { Grid } from '../../ui/grid/grid.tsx'
import { Day } from '../../ui/isolated.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { UrlDrawer, useDrawer } from '../../ui/url-drawer.tsx'
import { ClaimDrawer } from './claim-drawer.tsx'
import { Amount, useInsurer, useInsurerFilter, Whose } from './claim-parts.tsx'
import { NewClaim, type Span } from './new-claim.tsx'
import { claims } from './texts.ts'

type Billable = Returned<'getBillable'>
type Claimable = Billable['claimable'][number]
type Blocked = Billable['blocked'][number]

const USUAL_DAYS = 90
const IS_DAY = /^\d{4}-\d{2}-\d{2}$/

/** Of whom, where and of which days: the last three months unless the address says so. */
function useSpan(): Span {
  const { read } = useUrlState()
  const { branch } = useBranch()
  const insuranceCompanyId = useInsurer()
  const today = useDays().today()
  const day = (name: string, usual: string) => (IS_DAY.test(read(name)) ? read(name) : usual)
  return {
    ...{ insuranceCompanyId, branchId: branch?.id ?? '' },
    ...{ from: day('from', daysBefore(today, USUAL_DAYS)), to: day('to', today) },
  }
}

/** What can be claimed of an insurer is ticked and claimed together; what cannot says why not. */
export function Builder() {
  const t = useTexts(claims)
  const span = useSpan()
  const insurers = useInsurerFilter(t.chooseInsurer)
  const isAsked = span.insuranceCompanyId !== '' && span.branchId !== ''
  const query = useRead('getBillable', span, { when: isAsked, keeps: true })
  const { opened } = useDrawer()
  const days = (['from', 'to'] as const).map(name => ({ name, label: t.filters[name], clears: ['selected'] }))
  return (
    <Stack gap="md">
      <FilterBar filters={[{ ...insurers, clears: ['selected'] }, ...days]} />
      {isAsked ? (
        <Loaded query={query} rows={2} height={200}>
          {billable => <Found billable={billable} span={span} />}
        </Loaded>
      ) : (
        <Empty title={t.chooseInsurer}>{t.chooseInsurerLead}</Empty>
      )}
      {opened.startsWith('clm_') && (
        <UrlDrawer name={opened} title={t.number}>
          {() => <ClaimDrawer id={opened} />}
        </UrlDrawer>
      )}
    </Stack>
  )
}

/** B claims what is ticked. */
function Found({ billable, span }: { billable: Billable; span: Span }) {
  const t = useTexts(claims)
  const { open } = useDrawer()
  const { read } = useUrlState()
  const mayClaim = useMay('claims:write')
  const ticked = new Set(read('selected').split(',').filter(Boolean))
  const chosen = billable.claimable.flatMap(({ invoiceId }) => (ticked.has(invoiceId) ? invoiceId : []))
  const batch = mayClaim && chosen.length > 0 ? () => open('claim') : undefined
  useRoomKeys({ b: batch })
  const columns = useColumns()
  const empty = billable.blocked.length > 0 ? t.allBlocked(billable.blocked.length) : t.noClaimableLead
  return (
    <>
      {billable.more && <Notice tone="warn">{t.more}</Notice>}
      <section aria-label={t.claimable}>
        <Title order={2} size="h4" mb="xs">
          {t.claimable}
        </Title>
        {billable.claimable.length > 0 && (
          <Words size="sm" c="dimmed" mb="xs">
            {t.claimableTotal}: <Amount of={billable.claimableTotal} />
          </Words>
        )}
        <Grid
          label={t.claimable}
          rows={billable.claimable}
          columns={columns}
          idOf={({ invoiceId }) => invoiceId}
          nameOf={({ number }) => t.invoice(number)}
          {...(mayClaim && {
            bulk: (rows: readonly Claimable[]) => (
              <Button onClick={batch} aria-keyshortcuts="b">
                {t.batch(rows.length)}
              </Button>
            ),
          })}
          empty={<Empty title={t.noClaimable}>{empty}</Empty>}
        />
      </section>
      <BlockedOnes blocked={billable.blocked} />
      <UrlDrawer name="claim" title={t.newClaim}>
        {() => <NewClaim span={span} invoiceIds={chosen} />}
      </UrlDrawer>
    </>
  )
}

function BlockedOnes({ blocked }: { blocked: readonly Blocked[] }) {
  const t = useTexts(claims)
  const columns = useColumns()
  if (blocked.length === 0) return null
  const why: Column<Blocked> = {
    key: 'why',
    title: t.reasons,
    cell: ({ reasons }) => reasons.map(reason => t.why[reason]).join(' · '),
    by: ({ reasons }) => reasons.join(),
  }
  return (
    <section aria-label={t.blocked}>
      <Title order={2} size="h4" mb="xs">
        {t.blocked}
      </Title>
      <Grid
        label={t.blocked}
        rows={blocked}
        columns={[...columns, why]}
        idOf={({ invoiceId }) => invoiceId}
        nameOf={({ number }) => t.invoice(number)}
        empty={null}
      />
    </section>
  )
}

function useColumns(): readonly Column<Claimable>[] {
  const t = useTexts(claims)
  return [
    { key: 'invoice', title: t.invoiceTitle, cell: ({ number }) => t.invoice(number), by: ({ number }) => number },
    { key: 'patient', title: t.patient, cell: ({ patientName }) => <Whose name={patientName} /> },
    { key: 'date', title: t.date, cell: ({ createdAt }) => <Day at={createdAt} />, by: ({ createdAt }) => createdAt },
    { key: 'share', title: t.share, cell: ({ share }) => <Amount of={share} />, by: ({ share }) => share },
  ]
}
