import { useRef } from 'react'
import type { Input } from '../../lib/api.ts'
import { useForget } from '../../lib/clinic.ts'
import { isolated } from '../../lib/language.ts'
import { useFormats, useTexts } from '../../lib/language-choice.tsx'
import { Dismissed } from '../../lib/problem.ts'
import { useWrite } from '../../lib/use-write.ts'
import { plainName } from '../../ui/isolated.tsx'
import { useSentence } from '../../ui/problem-notice.tsx'
import { complain, say } from '../../ui/toast.ts'
import { offerUndo } from '../../ui/undo.tsx'
import { refusedTime, useWhyRefused } from '../booking/refused-time.ts'
import type { Card } from './card.ts'
import { dayTexts } from './day-texts.ts'
import { statusTexts } from './status-texts.ts'
import { useShowCard } from './use-moves.ts'
import { useVisitWords } from './use-visit-words.ts'

/** When, with whom and where a visit is to be; what is left out stays. */
export type Target = Readonly<{ start: string; end: string; doctorId?: string; room?: string | null }>

const changesOf = (card: Card, target: Target): Omit<Input<'updateDayAppointment'>, 'id'> => ({
  ...(target.start !== card.start && { start: target.start }),
  ...(target.end !== card.end && { end: target.end }),
  ...(target.doctorId !== undefined && target.doctorId !== card.doctorId && { doctorId: target.doctorId }),
  ...(target.room !== undefined && target.room !== card.room && { room: target.room }),
})

/** Puts visits elsewhere: it shows immediately, and can be taken back; what is refused is said, and put back. */
export function usePlaceVisit() {
  const t = useTexts(dayTexts)
  const { unnamed, refusals } = useTexts(statusTexts)
  const { slot, time } = useFormats()
  const show = useShowCard()
  const forget = useForget()
  const why = useWhyRefused()
  const sentence = useSentence()
  const seen = useRef(new Map<string, number>())
  const changing = useWrite('updateDayAppointment', {
    changes: [],
    of: { version: ({ id }) => seen.current.get(id) ?? 1, words: useVisitWords() },
  })
  const nameOf = ({ name }: Card) => (name === null ? unnamed : plainName(name))

  function refuse(card: Card, error: unknown): void {
    show(card)
    const refused = refusedTime(error)
    const times = refused?.suggestions.map(({ start }) => isolated(time(start))).join(', ') ?? ''
    if (refused) complain([why(refused), ...(times === '' ? [] : [t.instead(times)])].join(' '))
    else if (!(error instanceof Dismissed)) complain(sentence(error, refusals))
    void forget('getDay')
  }
  /** Answers whether it stands there. */
  async function place(card: Card, target: Target, { mayUndo = true } = {}): Promise<boolean> {
    const changes = changesOf(card, target)
    if (Object.keys(changes).length === 0) return true
    seen.current.set(card.id, card.version)
    show({ ...card, ...changes })
    try {
      const after = await changing.mutateAsync({ id: card.id, ...changes })
      show(after)
      const message = t.moved(nameOf(card), slot(after.start))
      const { start, end, doctorId, room } = card
      const undo = () => void place(after, { start, end, doctorId, room }, { mayUndo: false })
      if (mayUndo) offerUndo({ message, undo })
      else say(message)
      // Others may stand beside it, or elsewhere, by now.
      void forget('getDay', 'getDayAppointment')
      return true
    } catch (error) {
      refuse(card, error)
      return false
    }
  }
  return place
}
