import { Button, Stack } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { useRoomParam } from '../../lib/url-state.ts'
import { useRead } from '../../lib/use-read.ts'
import { Notice } from '../../ui/notice.tsx'
import { Room } from '../../ui/room.tsx'
import { Loaded } from '../../ui/states.tsx'
import { PatientLink } from '../patients/patient-link.tsx'
import { Paper } from './paper.tsx'
import { prescriptions } from './texts.ts'

/** A prescription as it is printed. */
export function PrescriptionPage() {
  const t = useTexts(prescriptions)
  const id = useRoomParam('id')
  const sheet = useRead('getPrescriptionSheet', { id })
  return (
    <Room title={t.one} actions={sheet.data && <Button onClick={() => print()}>{t.print}</Button>}>
      <Loaded query={sheet} rows={1} height={480}>
        {found => (
          <Stack>
            <div>
              <PatientLink patient={{ id: found.patientId, name: found.patientName }} />
            </div>
            {found.canceledAt !== null && <Notice tone="warn">{t.canceledLead}</Notice>}
            <Paper sheet={found} />
          </Stack>
        )}
      </Loaded>
    </Room>
  )
}
