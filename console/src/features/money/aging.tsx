import { Stack, Text as Words } from '@mantine/core'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useUrlState } from '../../lib/url-state.ts'
import { useRead } from '../../lib/use-read.ts'
import type { Column } from '../../ui/grid/column.ts'
import { Grid } from '../../ui/grid/grid.tsx'
import { Name } from '../../ui/isolated.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { agingTexts } from './aging-texts.ts'
import { Amount, Part, Whose } from './money-parts.tsx'
import { money } from './texts.ts'

type Aged = Returned<'getAging'>
type Ages = Aged['patientsTotal']

/** What patients and insurers owe, by its age; what all of them owe stands first. */
export function Aging() {
  const t = useTexts(agingTexts)
  const { read } = useUrlState()
  const branchId = read('branch')
  const query = useRead('getAging', branchId === '' ? {} : { branchId })
  return (
    <Stack gap="lg">
      <Words c="dimmed">{t.lead}</Words>
      <Loaded query={query} rows={2} height={240}>
        {aged => (
          <>
            <Patients aged={aged} />
            <Insurers aged={aged} />
          </>
        )}
      </Loaded>
    </Stack>
  )
}

function useAges(): readonly Column<Ages>[] {
  const t = useTexts(agingTexts)
  return (['days30', 'days60', 'days90', 'older', 'total'] as const).map(key => ({
    key,
    title: t[key],
    cell: one => <Amount of={one[key]} />,
    by: one => one[key],
  }))
}

function Patients({ aged: { patients, patientsTotal } }: { aged: Aged }) {
  const t = useTexts(agingTexts)
  const m = useTexts(money)
  const ages = useAges()
  const whose: Column<Aged['patients'][number]> = { key: 'patient', title: m.patient, cell: one => <Whose of={one} /> }
  return (
    <Part title={t.patients}>
      <Stack gap="sm">
        <All label={`${t.patients}: ${t.all}`} of={patientsTotal} />
        <Grid
          label={t.patients}
          rows={patients}
          columns={[whose, ...ages]}
          idOf={({ patientId }) => patientId}
          nameOf={({ patientName }) => patientName ?? m.hidden}
          empty={<Empty title={t.nothing}>{t.nothingLead}</Empty>}
        />
      </Stack>
    </Part>
  )
}

function Insurers({ aged: { insurers, insurersTotal } }: { aged: Aged }) {
  const t = useTexts(agingTexts)
  const ages = useAges()
  const whose: Column<Aged['insurers'][number]> = {
    key: 'insurer',
    title: t.insurer,
    cell: ({ insurer }) => <Name>{insurer}</Name>,
  }
  return (
    <Part title={t.insurers}>
      <Stack gap="sm">
        <All label={`${t.insurers}: ${t.all}`} of={insurersTotal} />
        <Grid
          label={t.insurers}
          rows={insurers}
          columns={[whose, ...ages]}
          idOf={one => one.insuranceCompanyId}
          nameOf={({ insurer }) => insurer}
          empty={<Empty title={t.nothing}>{t.nothingLead}</Empty>}
        />
      </Stack>
    </Part>
  )
}

/** The same of all of them, where anything is owed. */
function All({ label, of }: { label: string; of: Ages }) {
  const t = useTexts(agingTexts)
  const ages = useAges()
  if (of.total === 0) return null
  return (
    <Grid
      label={label}
      rows={[of]}
      columns={[{ key: 'all', title: t.all, cell: () => t.all }, ...ages]}
      idOf={() => 'all'}
      nameOf={() => t.all}
      empty={null}
    />
  )
}
