import { Stack } from '@mantine/core'
import { IconUmbrella } from '@tabler/icons-react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useUrlState } from '../../lib/url-state.ts'
import { useReadPages } from '../../lib/use-read.ts'
import { useDays } from '../../lib/use-time-zone.ts'
import type { Column } from '../../ui/grid/column.ts'
import { FilterBar } from '../../ui/grid/filter-bar.tsx'
import { Grid } from '../../ui/grid/grid.tsx'
import { CalendarDay, Day, Name } from '../../ui/isolated.tsx'
import { Pages } from '../../ui/pages.tsx'
import { Empty } from '../../ui/states.tsx'
import { UrlDrawer, useDrawer } from '../../ui/url-drawer.tsx'
import { ClaimDrawer } from './claim-drawer.tsx'
import { Amount, type Claim, State, useInsurer, useInsurerFilter } from './claim-parts.tsx'
import { claims } from './texts.ts'

const STATUSES = ['PLANNING', 'IN_REVIEW', 'PARTIALLY_CLAIMED', 'FULLY_CLAIMED'] as const
const MOST = 100

/** What is to be asked of insurers first: by the day of the follow-up, then by age. */
const inOrder = (one: Claim, other: Claim): number =>
  (one.followUpOn ?? '9999').localeCompare(other.followUpOn ?? '9999') || one.createdAt.localeCompare(other.createdAt)

function useAsked() {
  const { read } = useUrlState()
  const insuranceCompanyId = useInsurer()
  const status = STATUSES.find(one => one === read('status'))
  return {
    ...(status ? { status } : { open: true as const }),
    ...(insuranceCompanyId !== '' && { insuranceCompanyId }),
    ...(read('follow') === 'yes' && { followUp: true as const }),
    ...(read('branch') !== '' && { branchId: read('branch') }),
    limit: MOST,
  }
}

/** Claims that the insurers have not settled, those that are to be followed up first. */
export function Worklist() {
  const t = useTexts(claims)
  const asked = useAsked()
  const { opened, open } = useDrawer()
  const columns = useColumns()
  const insurers = useInsurerFilter(t.all.insurer)
  const pages = useReadPages('listClinicClaims', cursor => ({ ...asked, cursor }), { keeps: true })
  const statuses = STATUSES.map(value => ({ value, label: t.states[value] }))
  const follow = [
    { value: '', label: t.all.follow },
    { value: 'yes', label: t.onlyFollowUp },
  ]
  return (
    <Stack gap="md">
      <FilterBar
        filters={[
          { name: 'status', label: t.filters.status, options: [{ value: '', label: t.all.status }, ...statuses] },
          insurers,
          { name: 'follow', label: t.filters.follow, options: follow },
        ]}
      />
      <Pages query={pages} height={320}>
        {rows => (
          <Grid
            label={t.worklist}
            rows={rows.toSorted(inOrder)}
            columns={columns}
            idOf={({ id }) => id}
            nameOf={({ referenceId }) => t.claim(referenceId)}
            onOpen={({ id }) => open(id)}
            filters={['status', 'insurer', 'follow']}
            empty={
              <Empty icon={<IconUmbrella size={22} stroke={1.6} />} title={t.none}>
                {t.noneLead}
              </Empty>
            }
          />
        )}
      </Pages>
      {opened.startsWith('clm_') && (
        <UrlDrawer name={opened} title={t.number}>
          {() => <ClaimDrawer id={opened} />}
        </UrlDrawer>
      )}
    </Stack>
  )
}

function useColumns(): readonly Column<Claim>[] {
  const t = useTexts(claims)
  const today = useDays().today()
  return [
    {
      key: 'number',
      title: t.number,
      cell: ({ referenceId }) => t.claim(referenceId),
      by: ({ referenceId }) => referenceId,
    },
    { key: 'insurer', title: t.insurer, cell: ({ insurer }) => <Name>{insurer}</Name>, by: ({ insurer }) => insurer },
    { key: 'age', title: t.opened, cell: ({ createdAt }) => <Day at={createdAt} />, by: ({ createdAt }) => createdAt },
    { key: 'state', title: t.state, cell: one => <State of={one} /> },
    {
      key: 'claimed',
      title: t.claimed,
      cell: one => <Amount of={one.totalInsuranceAmount} />,
      by: one => one.totalInsuranceAmount,
    },
    {
      key: 'remaining',
      title: t.remaining,
      cell: one => <Amount of={one.remainingAmount} />,
      by: one => one.remainingAmount,
    },
    {
      key: 'follow',
      title: t.followUpOn,
      cell: ({ followUpOn }) =>
        followUpOn !== null && (
          <span className={followUpOn <= today ? 'tag' : undefined} data-tone="danger">
            <CalendarDay date={followUpOn} />
          </span>
        ),
      by: ({ followUpOn }) => followUpOn ?? '',
    },
  ]
}
