import { Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconUserSearch } from '@tabler/icons-react'
import { hrefOf } from '../../app/rooms.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useUrlState } from '../../lib/url-state.ts'
import { useReadPages } from '../../lib/use-read.ts'
import { Grid } from '../../ui/grid/grid.tsx'
import { plainName } from '../../ui/isolated.tsx'
import { Pages } from '../../ui/pages.tsx'
import { Room } from '../../ui/room.tsx'
import { Empty } from '../../ui/states.tsx'
import { patientList } from './list-texts.ts'
import { usePatientColumns } from './patient-columns.tsx'
import { PatientFilters } from './patient-filters.tsx'
import { PatientSearch } from './patient-search.tsx'
import { useSearchText } from './search-text.ts'

/** While a person types, nothing is asked for. */
const PAUSE_MS = 200
const SHORTEST = 2

/** All patients in sight, and the one who is looked for. */
export function PatientsPage() {
  const t = useTexts(patientList)
  const { clinicId } = useClinicApi()
  const [text, setText] = useSearchText(clinicId)
  const [typed] = useDebouncedValue(text.trim(), PAUSE_MS)
  return (
    <Room title={t.title} lead={t.lead}>
      <Stack gap="md">
        <PatientSearch text={text} onChange={setText} />
        <PatientFilters />
        <Found q={typed.length < SHORTEST ? undefined : typed} />
      </Stack>
    </Room>
  )
}

function Found({ q }: { q: string | undefined }) {
  const t = useTexts(patientList)
  const { clinicId } = useClinicApi()
  const { read } = useUrlState()
  const asked = {
    q,
    branchId: read('branch') || undefined,
    doctorId: read('doctor') || undefined,
    archived: read('archived') === 'yes' || undefined,
  }
  const pages = useReadPages('searchPatients', cursor => ({ ...asked, cursor }), { keeps: true })
  const columns = usePatientColumns()
  return (
    <Pages query={pages} height={320}>
      {rows => (
        <Grid
          label={t.title}
          rows={rows}
          columns={columns}
          idOf={({ id }) => id}
          nameOf={({ name }) => plainName(name)}
          href={({ id }) => hrefOf(clinicId, 'patient', { id, tab: 'details' })}
          filters={['branch', 'doctor', 'archived']}
          empty={
            <Empty icon={<IconUserSearch size={22} stroke={1.6} />} title={q === undefined ? t.empty : t.noHit}>
              {q === undefined ? t.emptyLead : t.noHitLead}
            </Empty>
          }
        />
      )}
    </Pages>
  )
}
