import type { AppointmentStatus } from '@clinic/contract/appointments.ts'
import { useState } from 'react'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useWrite } from '../../lib/use-write.ts'
import { useSentence } from '../../ui/problem-notice.tsx'
import { complain } from '../../ui/toast.ts'
import { useBooking } from '../booking/use-booking.ts'
import type { Card } from './card.ts'
import { movesOf } from './status-rules.ts'
import { statusTexts } from './status-texts.ts'
import { useMoves } from './use-moves.ts'
import { visits } from './visit-texts.ts'

type Workplace = Pick<Returned<'getWorkplace'>, 'permissions' | 'practitionerId'>

/** Whether the member moves visits of others, or this one as it is to themselves. */
export const mayMoveAs = ({ permissions, practitionerId }: Workplace, { doctorId }: Pick<Card, 'doctorId'>): boolean =>
  permissions.includes('appointments:write') ||
  (permissions.includes('appointments:write.own') && doctorId === practitionerId)

/** What is done to visits in the room, by buttons and by keys; who may not is offered none of it. */
export function useDeeds(workplace: Workplace) {
  const t = useTexts(visits)
  const words = useTexts(statusTexts)
  const sentence = useSentence()
  const { move, undo } = useMoves()
  const { openWaiting } = useBooking()
  const [canceling, setCanceling] = useState<Card>()
  const replacing = useWrite('replaceDayAppointment', { changes: ['getDay'], said: () => t.againDone })
  const mayMove = (card: Card) => mayMoveAs(workplace, card)
  /** Who cancels is asked why first. */
  const go = (card: Card, to: AppointmentStatus | undefined) => {
    if (to === undefined || !mayMove(card) || !movesOf(card).includes(to)) return
    if (to === 'CANCELED') setCanceling(card)
    else void move(card, to)
  }
  return {
    ...{ mayMove, go, undo, canceling },
    keep: () => setCanceling(undefined),
    async cancel(card: Card, reason: string, fill: boolean) {
      setCanceling(undefined)
      const meant = { ...(reason !== '' && { reason }), ...(fill && { hold: false }) }
      const isDone = await move(card, 'CANCELED', meant)
      const { start, end, doctorId } = card
      if (isDone && fill) openWaiting({ start, end, doctorId })
    },
    replace: (card: Card) =>
      replacing.mutate({ id: card.id }, { onError: error => complain(sentence(error, words.refusals)) }),
  }
}

export type Deeds = ReturnType<typeof useDeeds>
