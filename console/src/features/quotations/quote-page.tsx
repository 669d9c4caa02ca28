import { IconDental } from '@tabler/icons-react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useRoomParam } from '../../lib/url-state.ts'
import { useRead } from '../../lib/use-read.ts'
import { Room } from '../../ui/room.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { PatientLink } from '../patients/patient-link.tsx'
import { QuoteForm } from './quote-form.tsx'
import { quotations } from './texts.ts'

/** Where a quotation is made: up to three options of what is planned for a patient. */
export function QuotePage() {
  const t = useTexts(quotations)
  const id = useRoomParam('id')
  const patient = useRead('getPatientSummary', { id })
  const plan = useRead('getPatientPlan', { id })
  return (
    <Room title={t.quote} lead={t.quoteLead} wide>
      <Loaded query={patient} rows={2} height={160}>
        {({ name, branchId, doctorId }) => (
          <Loaded query={plan} rows={3} height={200}>
            {({ phases }) => {
              const items = phases.flatMap(phase => phase.items).filter(item => !item.signed)
              return (
                <>
                  <div>
                    <PatientLink patient={{ id, name }} />
                  </div>
                  {items.length === 0 ? (
                    <Empty icon={<IconDental size={22} stroke={1.6} />} title={t.nothingPlanned}>
                      {t.nothingPlannedLead}
                    </Empty>
                  ) : (
                    <QuoteForm key={id} about={{ patientId: id, branchId, doctorId }} items={items} />
                  )}
                </>
              )
            }}
          </Loaded>
        )}
      </Loaded>
    </Room>
  )
}
