import { Button, Group, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useDays } from '../../lib/use-time-zone.ts'
import { Notice } from '../../ui/notice.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import type { BookingDraft, Slot } from './draft.ts'
import { PastAsked, PastTime, timeOf } from './past-time.tsx'
import { type RefusedTime, refusedTime, useWhyRefused } from './refused-time.ts'
import { SlotChoice } from './slot-choice.tsx'
import { booking } from './texts.ts'

interface RefusalProps {
  error: unknown
  values: BookingDraft
  set: (changes: Partial<BookingDraft>) => void
  /** Books what was refused all the same. */
  onUrgent: (refused: BookingDraft) => void
  /** Books what has passed, as it is meant. */
  onMeant: (asked: BookingDraft) => void
  pending: boolean
}

/** Why the visit was not booked; of a time that is not free also which are, and where it lies outside the hours, how it still may. */
export function Refusal({ error, onMeant, ...props }: RefusalProps) {
  if (error instanceof PastTime) return <PastAsked {...props} onMeant={onMeant} />
  const refused = refusedTime(error)
  if (!refused) return <ProblemNotice error={error} />
  // Another refusal is another question.
  return <TimeRefused key={JSON.stringify(refused)} refused={refused} {...props} />
}

function TimeRefused({
  refused,
  values,
  set,
  onUrgent,
  pending,
}: Omit<RefusalProps, 'error' | 'onMeant'> & { refused: RefusedTime }) {
  const t = useTexts(booking)
  const why = useWhyRefused()
  const { suggestions, conflict } = refused
  const [asked] = useState(values)
  const days = useDays()
  const choose = (slot: Slot) => set({ slot, ...days.of(slot.start), doctorId: slot.doctorId })
  const part = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the refusal is shown
  useEffect(() => {
    if (!suggestions[0]) return
    choose(suggestions[0])
    part.current?.querySelector('input')?.focus()
  }, [])
  return (
    <Stack ref={part}>
      <div role="alert">
        <Notice tone="warn">
          <Text inherit>{why(refused)}</Text>
          {suggestions.length === 0 && <Text inherit>{t.noneInstead}</Text>}
        </Notice>
      </div>
      {suggestions.length > 0 && (
        <SlotChoice label={t.instead} slots={suggestions} chosen={values.slot} onChoose={choose} />
      )}
      {conflict === 'hours' && (
        <Group>
          <Button variant="default" disabled={pending} onClick={() => onUrgent({ ...values, ...timeOf(asked) })}>
            {t.bookUrgent}
          </Button>
        </Group>
      )}
    </Stack>
  )
}
