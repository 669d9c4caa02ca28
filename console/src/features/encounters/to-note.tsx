import { Button, Group } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { hrefOf } from '../../app/rooms.ts'
import type { Returned } from '../../lib/api.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { detailsOf, isProblem } from '../../lib/problem.ts'
import { useMay } from '../../lib/use-session.ts'
import { useWrite } from '../../lib/use-write.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { encounters } from './texts.ts'

type Visit = Pick<Returned<'getDayAppointment'>, 'id' | 'patientId' | 'branchId' | 'status' | 'encounterId'>

/** Of these nothing is written. */
const NOT_HELD: readonly string[] = ['CANCELED', 'NOSHOW']

/** Leads to the note of a visit, which a doctor begins there. */
export function ToNote({ visit }: { visit: Visit }) {
  const t = useTexts(encounters)
  const { clinicId } = useClinicApi()
  const { encounterId } = visit
  if (typeof encounterId !== 'string') return <StartNote visit={visit} />
  const to = hrefOf(clinicId, 'encounter', { id: encounterId })
  return (
    <Group>
      <Button size="compact-md" variant="default" renderRoot={props => <Link {...props} to={to} />}>
        {t.title}
      </Button>
    </Group>
  )
}

function StartNote({ visit: { id, patientId, branchId, status } }: { visit: Visit }) {
  const t = useTexts(encounters)
  const { clinicId } = useClinicApi()
  const navigate = useNavigate()
  const may = useMay('encounters:write')
  const open = (encounter: string) => void navigate({ to: hrefOf(clinicId, 'encounter', { id: encounter }) })
  const starting = useWrite('startEncounter', {
    changes: ['getDay', 'getDayAppointment', 'getPatientTimeline'],
    done: made => open(made.id),
  })
  if (!may || patientId === null || NOT_HELD.includes(status)) return null
  const start = () =>
    void starting.mutateAsync({ patientId, branchId, appointmentId: id }).catch((error: unknown) => {
      const existing = isProblem(error, 'already_exists') ? detailsOf(error).id : undefined
      if (typeof existing === 'string') open(existing)
    })
  return (
    <>
      <Group>
        <Button size="compact-md" variant="default" loading={starting.isPending} onClick={start}>
          {t.title}
        </Button>
      </Group>
      <ProblemNotice error={isProblem(starting.error, 'already_exists') ? null : starting.error} />
    </>
  )
}
