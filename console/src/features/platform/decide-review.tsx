import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { intents } from '../../lib/intent.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { askPlatform, type PlatformInput, type PlatformReturned } from '../../lib/platform-api.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Section } from '../../ui/section.tsx'
import { useConfirmed } from '../../ui/step-up.tsx'
import { say } from '../../ui/toast.ts'
import { reviewTexts } from './texts.ts'

type Decision = PlatformInput<'decideReview'>['decision']

const FIELD = { dir: 'auto', rows: 2, maxLength: 2_000 } as const

/** Publishes the version, or rejects it: with a reason in both languages. */
export function DecideReview({ review: { id } }: { review: PlatformReturned<'getReview'> }) {
  const t = useTexts(reviewTexts)
  const [en, setEn] = useState('')
  const [ar, setAr] = useState('')
  const [wanting, setWanting] = useState(false)
  const deciding = useDeciding(id)
  const reason = en.trim() === '' ? undefined : { en: en.trim(), ...(ar.trim() !== '' && { ar: ar.trim() }) }
  const act = (decision: Decision) => () => deciding.mutateAsync({ id, decision, ...(reason && { reason }) })
  const reject = (open: () => void) => {
    setWanting(reason === undefined)
    if (reason !== undefined) open()
  }
  const question = { pending: deciding.isPending, error: deciding.error, own: useRefusals() }
  return (
    <Section title={t.decide} lead={t.decideLead}>
      <Stack gap="lg">
        <Textarea
          {...FIELD}
          label={t.reasonEn}
          description={t.reasonLead}
          value={en}
          error={wanting && reason === undefined && t.reasonMissing}
          onChange={event => setEn(event.currentTarget.value)}
        />
        <Textarea {...FIELD} label={t.reasonAr} value={ar} onChange={event => setAr(event.currentTarget.value)} />
        <Group>
          <Confirm
            {...question}
            trigger={open => <Button onClick={open}>{t.approve}</Button>}
            title={t.approveTitle}
            deed={t.approve}
            act={act('APPROVED')}
          >
            <Text>{t.approveLead}</Text>
          </Confirm>
          <Confirm
            {...question}
            trigger={open => (
              <Button variant="light" color="red" onClick={() => reject(open)}>
                {t.reject}
              </Button>
            )}
            title={t.rejectTitle}
            deed={t.reject}
            act={act('REJECTED')}
          >
            <Text>{t.rejectLead}</Text>
          </Confirm>
        </Group>
      </Stack>
    </Section>
  )
}

function useRefusals() {
  const t = useTexts(reviewTexts)
  return {
    ...{ not_permitted: t.own, invalid_state_transition: t.changed },
    ...{ not_found: t.changed, not_publishable: t.unmet },
  }
}

function useDeciding(id: string) {
  const t = useTexts(reviewTexts)
  const client = useQueryClient()
  const navigate = useNavigate()
  const confirmed = useConfirmed()
  const [once] = useState(intents)
  return useMutation({
    mutationFn: (input: PlatformInput<'decideReview'>) =>
      once(input, key => confirmed(() => askPlatform('decideReview', input, undefined, key))),
    onSuccess: ({ state }) => {
      say(state === 'PUBLISHED' ? t.approved : t.rejected)
      client.removeQueries({ queryKey: ['platform', 'review', id] })
      void client.invalidateQueries({ queryKey: ['platform', 'reviews'] })
      void navigate({ to: '/platform/review' })
    },
  })
}
