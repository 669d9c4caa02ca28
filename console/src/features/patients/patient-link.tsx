import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { hrefOf } from '../../app/rooms.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { Name } from '../../ui/isolated.tsx'

/** The name of a patient, which leads to the file. */
export function PatientLink({ patient: { id, name } }: { patient: { id: string; name: string } }) {
  const { clinicId } = useClinicApi()
  return (
    <Anchor inherit renderRoot={props => <Link {...props} to={hrefOf(clinicId, 'patient', { id, tab: 'details' })} />}>
      <Name>{name}</Name>
    </Anchor>
  )
}
