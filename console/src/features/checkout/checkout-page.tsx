import { Stack } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { useRoomParam } from '../../lib/url-state.ts'
import { useRead } from '../../lib/use-read.ts'
import { Room } from '../../ui/room.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { PatientLink } from '../patients/patient-link.tsx'
import { CheckoutForm } from './checkout-form.tsx'
import { checkout } from './texts.ts'

/** Bills a visit and takes the money for it. */
export function CheckoutPage() {
  const t = useTexts(checkout)
  const id = useRoomParam('appointmentId')
  const visit = useRead('getDayAppointment', { id })
  return (
    <Room title={t.title} wide>
      <Loaded query={visit} rows={3} height={160}>
        {({ patientId, name, ...known }) =>
          patientId === null ? (
            <Empty title={t.noPatient} />
          ) : (
            <Stack gap="lg">
              <div>{name !== null && <PatientLink patient={{ id: patientId, name }} />}</div>
              <CheckoutForm key={id} visit={known} patientId={patientId} />
            </Stack>
          )
        }
      </Loaded>
    </Room>
  )
}
