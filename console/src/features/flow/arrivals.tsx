import { useEffect, useRef } from 'react'
import { useFormats, useTexts } from '../../lib/language-choice.tsx'
import { useBranch } from '../../lib/use-branch.ts'
import { useRead } from '../../lib/use-read.ts'
import { plainName } from '../../ui/isolated.tsx'
import { say } from '../../ui/toast.ts'
import type { Card, Day } from '../day/card.ts'
import { movedHere } from '../day/moved-here.ts'
import { useDay } from '../day/use-day.ts'
import { flow } from './texts.ts'

/** When each patient of the day arrived, as far as they have. */
type Arrived = ReadonlyMap<string, string | null>
const arrivedIn = ({ cards }: Day): Arrived => new Map(cards.map(({ id, arrivedAt }) => [id, arrivedAt]))

/** Who has arrived since the day was seen before; none whom the doctor checked in here. */
const newIn = ({ cards }: Day, before: Arrived): Card[] =>
  cards.filter(({ id, arrivedAt }) => arrivedAt !== null && !before.get(id) && !movedHere.has(id))

/** Tells a doctor, in whatever room they are, that a patient of theirs has arrived. */
export function Arrivals() {
  const t = useTexts(flow)
  const { time } = useFormats()
  const { branch } = useBranch()
  const { data: workplace } = useRead('getWorkplace', {})
  const doctorId = workplace?.practitionerId ?? undefined
  const { data: day, isPlaceholderData } = useDay({ branchId: doctorId && branch?.id, ...(doctorId && { doctorId }) })
  const seen = useRef<{ of: string; arrived: Arrived }>(undefined)
  useEffect(() => {
    if (!day || isPlaceholderData) return
    const of = `${branch?.id} ${day.date}`
    const before = seen.current
    seen.current = { of, arrived: arrivedIn(day) }
    if (before?.of !== of) return
    for (const { name, start } of newIn(day, before.arrived))
      if (name !== null) say(t.arrived(plainName(name), time(start)))
  }, [day, isPlaceholderData, branch?.id, t, time])
  return null
}
