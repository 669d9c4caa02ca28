import { Stack, Switch } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Section } from '../../ui/section.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useConfirmed } from '../../ui/step-up.tsx'
import { say } from '../../ui/toast.ts'
import { members } from './texts.ts'

const ruleKey = ['clinic security'] as const

/** Whether the clinic asks every login for a second factor. */
export function LoginRule() {
  const t = useTexts(members)
  const client = useQueryClient()
  const confirmed = useConfirmed()
  const rule = useQuery({ queryKey: ruleKey, queryFn: ({ signal }) => ask('getClinicSecurity', {}, signal) })
  const saving = useMutation({
    mutationFn: (secondFactorRequired: boolean) => confirmed(() => ask('putClinicSecurity', { secondFactorRequired })),
    onSuccess: saved => {
      client.setQueryData(ruleKey, saved)
      say(t.changed)
    },
  })
  return (
    <Section title={t.rule}>
      <Loaded query={rule} rows={1} height={56}>
        {({ secondFactorRequired }) => (
          <Stack>
            <Switch
              size="md"
              checked={secondFactorRequired}
              disabled={saving.isPending}
              onChange={event => saving.mutate(event.currentTarget.checked)}
              label={t.ruleLabel}
              description={t.ruleLead}
            />
            <ProblemNotice error={saving.error} own={{ second_factor_required: t.ruleOwn }} />
          </Stack>
        )}
      </Loaded>
    </Section>
  )
}
