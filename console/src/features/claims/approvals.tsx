import { AWAITED } from '@clinic/contract/staff/treatment-approvals.ts'
import { Button, Group, Stack } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useUrlState } from '../../lib/url-state.ts'
import { useReadAll } from '../../lib/use-read.ts'
import { useWrite } from '../../lib/use-write.ts'
import type { Column } from '../../ui/grid/column.ts'
import { FilterBar } from '../../ui/grid/filter-bar.tsx'
import { Grid } from '../../ui/grid/grid.tsx'
import { Day, Ltr, Name, plainName } from '../../ui/isolated.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Approve, Deny } from '../chart/item-approval.tsx'
import { CHANGES } from '../chart/use-moves.ts'
import { approvals } from './approval-texts.ts'
import { Amount, useInsurer, useInsurerFilter, Whose } from './claim-parts.tsx'

type Awaited = Returned<'listTreatmentApprovals'>

const TONES = { NONE: 'quiet', REQUESTED: 'warn', DENIED: 'danger' } as const
const ANSWERED = ['listTreatmentApprovals', ...CHANGES] as const

/**
 * Treatments that wait for an insurer: what it is still to be asked about, what it was asked about, and what it said no to and
 * may be asked again.
 */
export function Approvals() {
  const t = useTexts(approvals)
  const { read } = useUrlState()
  const columns = useColumns()
  const insurers = useInsurerFilter(t.allInsurers)
  const insuranceCompanyId = useInsurer()
  const approval = AWAITED.find(one => one === read('status'))
  const asked = { ...(approval && { approval }), ...(insuranceCompanyId !== '' && { insuranceCompanyId }) }
  const stands = AWAITED.map(value => ({ value, label: t.stands[value] }))
  return (
    <Stack gap="md">
      <FilterBar
        filters={[{ name: 'status', label: t.stand, options: [{ value: '', label: t.all }, ...stands] }, insurers]}
      />
      <Loaded query={useReadAll('listTreatmentApprovals', asked)} rows={6} height={48}>
        {rows => (
          <Grid
            label={t.title}
            rows={rows}
            columns={columns}
            idOf={({ id }) => id}
            nameOf={nameOf}
            filters={['status', 'insurer']}
            empty={
              <Empty icon={<IconShieldCheck size={22} stroke={1.6} />} title={t.none}>
                {t.noneLead}
              </Empty>
            }
          />
        )}
      </Loaded>
    </Stack>
  )
}

const nameOf = ({ name }: Awaited): string => plainName(name)

function useColumns(): readonly Column<Awaited>[] {
  const t = useTexts(approvals)
  return [
    { key: 'treatment', title: t.treatment, cell: one => <What of={one} />, by: nameOf },
    { key: 'patient', title: t.patient, cell: one => <Of row={one} />, by: one => one.patientName ?? '' },
    { key: 'total', title: t.total, cell: ({ total }) => <Amount of={total} />, by: ({ total }) => total },
    { key: 'stand', title: t.stand, cell: one => <Stand of={one} />, by: ({ requestedAt }) => requestedAt ?? '' },
    { key: 'deed', title: t.deeds, isDeed: true, cell: one => <Deeds of={one} /> },
  ]
}

function What({ of: { name, tooth } }: { of: Awaited }) {
  return (
    <>
      <Name>{name}</Name> {tooth.length > 0 && <Ltr>{tooth.join(', ')}</Ltr>}
    </>
  )
}

/** Whose it is, and who is asked. */
function Of({ row: { patientName, insurer } }: { row: Awaited }) {
  return (
    <>
      <Whose name={patientName} />
      {insurer !== null && (
        <div className="small">
          <Name>{insurer}</Name>
        </div>
      )}
    </>
  )
}

/** Where it stands, since when the insurer was asked, and why it said no. */
function Stand({ of: { approval, requestedAt, denialReason } }: { of: Awaited }) {
  const t = useTexts(approvals)
  return (
    <>
      <span className="tag" data-tone={TONES[approval]}>
        {t.stands[approval]}
      </span>
      {requestedAt !== null && (
        <div className="small">
          <Day at={requestedAt} />
        </div>
      )}
      {denialReason !== null && <Name>{denialReason}</Name>}
    </>
  )
}

/** What was heard of the insurer: a row that is approved leaves the list. */
function Deeds({ of: { id, approval, insuranceCompanyId, allowed } }: { of: Awaited }) {
  const t = useTexts(approvals)
  const asking = useWrite('requestTreatmentApproval', { changes: ANSWERED, said: () => t.isAsked })
  const ask = () => asking.mutate({ id, ...(insuranceCompanyId !== null && { insuranceCompanyId }) })
  return (
    <Group gap="xs">
      {allowed.includes('REQUEST_APPROVAL') && (
        <Button variant="default" loading={asking.isPending} onClick={ask}>
          {approval === 'NONE' ? t.ask : t.askAgain}
        </Button>
      )}
      {allowed.includes('APPROVE') && <Approve id={id} changes={ANSWERED} />}
      {allowed.includes('DENY') && <Deny id={id} changes={ANSWERED} />}
      <ProblemNotice error={asking.error} />
    </Group>
  )
}
