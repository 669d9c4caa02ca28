import { Button } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Returned } from '../../lib/api.ts'
import { useForget } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useRead } from '../../lib/use-read.ts'
import { useRoomKeys } from '../../lib/use-room-keys.ts'
import { useBooking, useMayBook } from '../booking/use-booking.ts'
import { checkout } from '../checkout/texts.ts'
import { useToCheckout } from '../checkout/use-to-checkout.ts'
import { nextStep, shownStatus } from '../day/status-rules.ts'
import { statusTexts } from '../day/status-texts.ts'
import { mayMoveAs } from '../day/use-deeds.ts'
import { useMoves } from '../day/use-moves.ts'
import { patientFile } from './file-texts.ts'

type Visit = Returned<'getDayAppointment'>

interface StepProps {
  patient: Pick<Returned<'getPatientSummary'>, 'id' | 'today'>
}

/** What comes next with the patient: the step of the visit of today, its checkout, else a visit to be booked. */
export function NextStep({ patient: { id, today } }: StepProps) {
  const { data: workplace } = useRead('getWorkplace', {})
  const { data: visit, isLoading } = useRead('getDayAppointment', { id: today?.id ?? '' }, today !== null)
  const toCheckout = useToCheckout()
  if (!workplace || isLoading) return null
  if (!today || !visit) return <Book patientId={id} />
  const href = shownStatus(visit) === 'INPROGRESS' ? toCheckout.hrefFor(visit) : undefined
  if (href !== undefined) return <CheckOut to={href} />
  return nextStep(visit) && mayMoveAs(workplace, visit) ? <Move visit={visit} /> : <Book patientId={id} />
}

function Move({ visit }: { visit: Visit }) {
  const { steps } = useTexts(statusTexts)
  const { move } = useMoves()
  const forget = useForget()
  const [isMoving, setIsMoving] = useState(false)
  const to = nextStep(visit)
  const go = async () => {
    if (!to || isMoving) return
    setIsMoving(true)
    await move(visit, to)
    await forget('getDayAppointment', 'getPatientSummary')
    setIsMoving(false)
  }
  useRoomKeys({ c: () => void go() })
  return (
    <Button loading={isMoving} onClick={() => void go()} aria-keyshortcuts="c">
      {to && steps[to]}
    </Button>
  )
}

function CheckOut({ to }: { to: string }) {
  const t = useTexts(checkout)
  return <Button renderRoot={props => <Link {...props} to={to} />}>{t.start}</Button>
}

function Book({ patientId }: { patientId: string }) {
  const t = useTexts(patientFile)
  const { open } = useBooking()
  if (!useMayBook()) return null
  return (
    <Button
      leftSection={<IconCalendarPlus size={18} aria-hidden />}
      onClick={() => open({ patientId })}
      aria-keyshortcuts="n"
    >
      {t.book}
    </Button>
  )
}
