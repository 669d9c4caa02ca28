import { Button, Group, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { hrefOf } from '../../app/rooms.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Section } from '../../ui/section.tsx'
import { retention } from './texts.ts'

/** Opens the file with a number: what is typed stands in no address. */
export function FindFile() {
  const t = useTexts(retention)
  const { ask, clinicId } = useClinicApi()
  const navigate = useNavigate()
  const [number, setNumber] = useState('')
  const finding = useMutation({
    mutationFn: (fileNumber: string) => ask('findPatientFile', { fileNumber }),
    onSuccess: ({ id }) => navigate({ to: hrefOf(clinicId, 'patient', { id, tab: 'privacy' }) }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (number.trim() !== '') finding.mutate(number.trim())
  }
  return (
    <Section title={t.find} lead={t.findLead}>
      <form onSubmit={submit}>
        <Group align="flex-end" gap="sm">
          <TextInput
            label={t.number}
            dir="ltr"
            inputMode="numeric"
            autoComplete="off"
            maxLength={10}
            value={number}
            onChange={event => setNumber(event.currentTarget.value)}
          />
          <Button type="submit" loading={finding.isPending}>
            {t.open}
          </Button>
        </Group>
      </form>
      <ProblemNotice error={finding.error} own={{ not_found: t.none }} />
    </Section>
  )
}
