import { useTexts } from '../../lib/language-choice.tsx'
import { useRead } from '../../lib/use-read.ts'
import { useDays } from '../../lib/use-time-zone.ts'
import type { Slot } from './draft.ts'
import { SlotChoice } from './slot-choice.tsx'
import { booking } from './texts.ts'

const OFFERED = 5

interface NextFreeProps {
  branchId: string
  /** Any doctor where it is empty. */
  doctorId: string
  minutes: number
  /** From which day on. */
  day: string
  chosen: Slot | undefined
  onChoose: (slot: Slot) => void
}

/** The next times that are free: each can be booked as it stands. */
export function NextFree({ branchId, doctorId, minutes, day, chosen, onChoose }: NextFreeProps) {
  const t = useTexts(booking)
  const days = useDays()
  const from = day > days.today() ? days.startOf(day) : undefined
  const { data } = useRead('listFreeSlots', {
    ...{ branchId, durationMinutes: minutes, limit: OFFERED },
    ...(doctorId !== '' && { doctorId }),
    ...(from !== undefined && { from }),
  })
  if (data === undefined || data.slots.length === 0) return null
  return <SlotChoice label={t.nextFree} slots={data.slots} chosen={chosen} onChoose={onChoose} />
}
