import { INPUT } from 'virtual:staff-input/bookDayAppointment'
import { Button, Group, Stack, Textarea } from '@mantine/core'
import { type KeyboardEvent, useEffect } from 'react'
import { flushSync } from 'react-dom'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useRead } from '../../lib/use-read.ts'
import { useErrorAt } from '../../ui/issue-sentence.ts'
import { Duplicates, duplicatesIn } from '../patients/duplicates.tsx'
import { PatientField } from './patient-field.tsx'
import { Refusal } from './refusal.tsx'
import { booking } from './texts.ts'
import { useBook } from './use-book.ts'
import { type Place, useBooking } from './use-booking.ts'
import { useInitial } from './use-initial.ts'
import { VisitFields } from './visit-fields.tsx'

interface FormProps {
  workplace: Returned<'getWorkplace'>
  place: Place
}

/** Who is called asks in this order: for whom, what, with whom, when. */
export function BookingForm({ workplace, place }: FormProps) {
  const t = useTexts(booking)
  const { close } = useBooking()
  const { form, bookUrgent, bookPassed } = useBook(useInitial(workplace, place), place, close)
  const { values, set, issueAt, pending, error } = form
  const errorAt = useErrorAt(form, INPUT)
  const next = () => nextField(form.props.ref.current)?.focus()
  usePlacedPatient(place, patient => {
    flushSync(() => set({ patient }))
    next()
  })
  const matches = duplicatesIn(error)
  const press = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
    if (key === 'Enter' && (ctrlKey || metaKey)) form.props.ref.current?.requestSubmit()
  }
  const { person } = values
  return (
    <form {...form.props} onKeyDown={press}>
      <Stack>
        <PatientField {...{ patient: values.patient, person, issueAt }} onChange={set} afterChoice={next} />
        <VisitFields {...{ values, set, errorAt, workplace }} />
        <Textarea
          size="md"
          label={t.note}
          autosize
          minRows={1}
          maxLength={2000}
          value={values.details}
          onChange={event => set({ details: event.currentTarget.value })}
        />
        {matches && person ? (
          <Duplicates
            matches={matches}
            isAnother={person.confirmedNew}
            onAnother={confirmedNew => set({ person: { ...person, confirmedNew } })}
            onTake={patient => set({ patient, person: undefined })}
          />
        ) : (
          <Refusal {...{ error, values, set, pending }} onUrgent={bookUrgent} onMeant={bookPassed} />
        )}
        <Group>
          <Button type="submit" loading={pending} aria-keyshortcuts="Control+Enter">
            {t.book}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** What the caller is asked next: which of the free times, else when; where that is said, nothing more. */
const nextField = (form: HTMLFormElement | null): HTMLElement | null | undefined =>
  form?.querySelector<HTMLElement>('[data-slots] input:checked') ??
  form?.querySelector<HTMLElement>('input[data-time=empty]') ??
  form?.querySelector<HTMLElement>('button[type=submit]')

/** The patient whom the place names by id. */
function usePlacedPatient({ patientId }: Place, choose: (patient: { id: string; name: string }) => void) {
  const { data } = useRead('getPatientFile', { id: patientId ?? '' }, patientId !== undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, and not over one who is chosen afterwards
  useEffect(() => {
    if (data) queueMicrotask(() => choose({ id: data.id, name: data.name }))
  }, [data?.id])
}
