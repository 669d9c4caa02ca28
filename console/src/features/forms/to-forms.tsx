import { Group } from '@mantine/core'
import { hrefOf } from '../../app/rooms.ts'
import type { Returned } from '../../lib/api.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useMay } from '../../lib/use-session.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { answerTexts } from './answer-texts.ts'

/** Leads from a visit to where a form is filled in for its patient. */
export function ToForms({ visit: { patientId } }: { visit: Pick<Returned<'getDayAppointment'>, 'patientId'> }) {
  const t = useTexts(answerTexts)
  const { clinicId } = useClinicApi()
  if (!useMay('records:write') || patientId === null) return null
  return (
    <Group>
      <LinkButton
        size="compact-md"
        variant="default"
        href={`${hrefOf(clinicId, 'patient', { id: patientId, tab: 'forms' })}?open=fill`}
      >
        {t.fill}
      </LinkButton>
    </Group>
  )
}
