import { IconShieldCheck } from '@tabler/icons-react'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useReadPages } from '../../lib/use-read.ts'
import type { Column } from '../../ui/grid/column.ts'
import { Grid } from '../../ui/grid/grid.tsx'
import { Ltr, Moment } from '../../ui/isolated.tsx'
import { Pages } from '../../ui/pages.tsx'
import { Empty } from '../../ui/states.tsx'
import { audit } from './texts.ts'

type AuditDay = Returned<'listAuditDays'>

/** The days of the audit, and whether each is what was sealed. */
export function Seals() {
  const t = useTexts(audit)
  const columns = useColumns()
  const pages = useReadPages('listAuditDays', cursor => ({ cursor }))
  return (
    <Pages query={pages} height={240}>
      {rows => (
        <Grid
          label={t.seals}
          rows={rows}
          columns={columns}
          idOf={({ day }) => day}
          nameOf={({ day }) => day}
          empty={
            <Empty icon={<IconShieldCheck size={22} stroke={1.6} />} title={t.noSeals}>
              {t.noSealsLead}
            </Empty>
          }
        />
      )}
    </Pages>
  )
}

function useColumns(): readonly Column<AuditDay>[] {
  const t = useTexts(audit)
  return [
    { key: 'day', title: t.day, cell: ({ day }) => <Ltr>{day}</Ltr> },
    { key: 'state', title: t.state, cell: day => <DayState day={day} /> },
    { key: 'count', title: t.count, cell: ({ size }) => size },
    {
      key: 'verified',
      title: t.verifiedAt,
      cell: ({ verifiedAt }) => (verifiedAt === null ? '–' : <Moment at={verifiedAt} />),
    },
  ]
}

const TONES = { SEALED: 'quiet', OK: undefined, BROKEN: 'danger' } as const

function DayState({ day: { state, faults } }: { day: AuditDay }) {
  const t = useTexts(audit)
  const [first] = faults
  return (
    <>
      <span className="tag" data-tone={TONES[state]}>
        {t.states[state]}
      </span>{' '}
      {first && t.fault[first.kind](first.where ?? '')}
    </>
  )
}
