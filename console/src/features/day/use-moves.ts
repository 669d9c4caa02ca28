import type { AppointmentStatus } from '@clinic/contract/appointments.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { Returned } from '../../lib/api.ts'
import { useClinicApi, useForget } from '../../lib/clinic.ts'
import { secondsAfter } from '../../lib/clinic-time.ts'
import { isolated } from '../../lib/language.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { Dismissed } from '../../lib/problem.ts'
import { useRead } from '../../lib/use-read.ts'
import { useSession } from '../../lib/use-session.ts'
import { useWrite } from '../../lib/use-write.ts'
import { plainName } from '../../ui/isolated.tsx'
import { useSentence } from '../../ui/problem-notice.tsx'
import { complain, say } from '../../ui/toast.ts'
import { offerUndo } from '../../ui/undo.tsx'
import type { Card, Day } from './card.ts'
import { movedHere } from './moved-here.ts'
import { shownStatus } from './status-rules.ts'
import { statusTexts } from './status-texts.ts'

/** What a move is made with: why it is canceled, and whether it is done for good. */
interface Meant {
  reason?: string
  hold?: boolean
}

/** Shows a card in every day that has it. */
export function useShowCard() {
  const client = useQueryClient()
  const queryKey = useClinicApi().keyOfAll('getDay')
  return (shown: Card) => {
    // What is on its way may have been read before.
    void client.cancelQueries({ queryKey })
    client.setQueriesData<Day>({ queryKey }, day =>
      day === undefined ? day : { ...day, cards: day.cards.map(card => (card.id === shown.id ? shown : card)) },
    )
  }
}

/** As the move will be held, before the server says so. */
function held(card: Card, to: AppointmentStatus, by: string, seconds: number): Card {
  const at = secondsAfter(0)
  const isThere = to === 'CHECKEDIN' || to === 'WAITING' || to === 'INPROGRESS'
  return {
    ...card,
    ...{ status: shownStatus(card), held: { to, at, until: secondsAfter(seconds), by } },
    arrivedAt: card.arrivedAt ?? (isThere ? at : null),
    seatedAt: to === 'INPROGRESS' ? at : card.seatedAt,
    finishedAt: to === 'COMPLETED' ? at : card.finishedAt,
  }
}

/**
 * Moves visits to another status: it shows immediately, and can be taken back with Z until nothing can any more. What is
 * refused is said, and put back.
 */
export function useMoves() {
  const t = useTexts(statusTexts)
  const show = useShowCard()
  const forget = useForget()
  const sentence = useSentence()
  const { user } = useSession()
  const { data: workplace } = useRead('getWorkplace', {})
  const moving = useWrite('moveDayAppointment', { changes: [] })
  const undoing = useWrite('undoHeldMove', { changes: [] })
  const seconds = workplace?.rules.holdSeconds ?? 0
  const nameOf = ({ name }: Card) => (name === null ? t.unnamed : plainName(name))

  function refuse(card: Card, error: unknown): void {
    show(card)
    if (!(error instanceof Dismissed)) complain(sentence(error, t.refusals))
    void forget('getDay')
  }
  async function undo(card: Card): Promise<void> {
    try {
      show(await undoing.mutateAsync({ id: card.id }))
      say(t.undone(nameOf(card)))
    } catch (error) {
      refuse(card, error)
    }
  }
  function tell(card: Card, after: Returned<'moveDayAppointment'>, to: AppointmentStatus): void {
    const message = `${isolated(nameOf(card))}: ${t.statuses[to]}`
    if (after.held === null) say(message)
    else offerUndo({ message, seconds, undo: () => void undo(after) })
  }
  /** Answers whether it was done. */
  async function move(card: Card, to: AppointmentStatus, { reason, hold = true }: Meant = {}): Promise<boolean> {
    const from = shownStatus(card)
    movedHere.add(card.id)
    show(hold ? held(card, to, user.name, seconds) : { ...card, status: to, held: null })
    try {
      const input = { id: card.id, from, to, hold, ...(reason !== undefined && { reason }) }
      const after = await moving.mutateAsync(input)
      show(after)
      tell(card, after, to)
      return true
    } catch (error) {
      refuse(card, error)
      return false
    }
  }
  return { move, undo }
}
