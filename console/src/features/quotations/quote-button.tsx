import { hrefOf } from '../../app/rooms.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useMay } from '../../lib/use-session.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { quotations } from './texts.ts'

/** Leads to where a quotation is made of what is planned for a patient. */
export function QuoteButton({ patientId }: { patientId: string }) {
  const t = useTexts(quotations)
  const { clinicId } = useClinicApi()
  if (!useMay('quotations:write')) return null
  return (
    <LinkButton href={hrefOf(clinicId, 'quote', { id: patientId })} variant="light">
      {t.quote}
    </LinkButton>
  )
}
