import { Box, Button, Group, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconUserSearch } from '@tabler/icons-react'
import { hrefOf } from '../../app/rooms.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useUrlState } from '../../lib/url-state.ts'
import { useReadPages } from '../../lib/use-read.ts'
import { useMay } from '../../lib/use-session.ts'
import { Grid } from '../../ui/grid/grid.tsx'
import { plainName } from '../../ui/isolated.tsx'
import { Pages } from '../../ui/pages.tsx'
import { Room } from '../../ui/room.tsx'
import { Empty } from '../../ui/states.tsx'
import { UrlDrawer, useDrawer } from '../../ui/url-drawer.tsx'
import { careTexts } from './care-texts.ts'
import { PATIENT_FLAGS } from './flags.ts'
import { patientList } from './list-texts.ts'
import { NewPatientButton, NewPatientDrawer } from './new-patient.tsx'
import { usePatientColumns } from './patient-columns.tsx'
import { PatientFilters } from './patient-filters.tsx'
import { PatientSearch } from './patient-search.tsx'
import { useSearchText } from './search-text.ts'
import { Suspects } from './suspects.tsx'

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
    <Room title={t.title} lead={t.lead} actions={<Actions />}>
      <Stack gap="md">
        <PatientSearch text={text} onChange={setText} />
        <PatientFilters />
        <Found q={typed.length < SHORTEST ? undefined : typed} />
      </Stack>
      <NewPatientDrawer typed={text} />
    </Room>
  )
}

/** What can be done besides opening a file; pairs of files are seen to by those who may merge them. */
function Actions() {
  const t = useTexts(careTexts)
  const { open } = useDrawer()
  const manages = useMay('patients:manage')
  return (
    <Group gap="sm">
      {manages && (
        <Button variant="default" onClick={() => open('suspects')}>
          {t.suspects}
        </Button>
      )}
      <NewPatientButton />
      {manages && (
        <UrlDrawer name="suspects" title={t.suspects}>
          {() => <Suspects />}
        </UrlDrawer>
      )}
    </Group>
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
    flag: PATIENT_FLAGS.find(flag => flag === read('flag')),
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
          filters={['branch', 'doctor', 'flag', 'archived']}
          empty={
            <Empty icon={<IconUserSearch size={22} stroke={1.6} />} title={q === undefined ? t.empty : t.noHit}>
              {q === undefined ? t.emptyLead : t.noHitLead}
              <Box mt="md">
                <NewPatientButton named={q} />
              </Box>
            </Empty>
          }
        />
      )}
    </Pages>
  )
}
