import { Button, Group, Stack } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { BookingDraft } from './draft.ts'
import { booking } from './texts.ts'

/** A visit that has just begun is booked as one that begins now. */
const GRACE_MS = 5 * 60_000

/** The person was not asked yet whether a visit whose time has passed is meant. */
export class PastTime extends Error {}

export const hasPassed = (start: string): boolean => Date.parse(start) < Date.now() - GRACE_MS

interface PastAskedProps {
  values: BookingDraft
  onMeant: (asked: BookingDraft) => void
  pending: boolean
}

/** Says that the time has passed, and asks whether it is meant; the field in which it can be another has the focus. */
export function PastAsked({ values, onMeant, pending }: PastAskedProps) {
  const t = useTexts(booking)
  const [asked] = useState(values)
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => part.current?.closest('form')?.querySelector<HTMLElement>('input[data-time]')?.focus(), [])
  return (
    <Stack ref={part}>
      <div role="alert">
        <Notice tone="warn">{t.passed}</Notice>
      </div>
      <Group>
        <Button variant="default" disabled={pending} onClick={() => onMeant({ ...values, ...timeOf(asked) })}>
          {t.bookPassed}
        </Button>
      </Group>
    </Stack>
  )
}

/** What is said of when and where, as it was asked about. */
export const timeOf = ({ slot, day, time, minutes, doctorId, room }: BookingDraft) => ({
  ...{ slot, day, time, minutes, doctorId, room },
})
