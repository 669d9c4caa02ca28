import { Stack, Switch } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useClinicApi } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Section } from '../../ui/section.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useConfirmed } from '../../ui/step-up.tsx'
import { say } from '../../ui/toast.ts'
import { members } from './texts.ts'

/** Whether the clinic asks every login for a second factor. */
export function LoginRule() {
  const t = useTexts(members)
  const client = useQueryClient()
  const confirmed = useConfirmed()
  const { ask, one } = useClinicApi()
  const query = one('getClinicSecurity', {})
  const rule = useQuery(query)
  const saving = useMutation({
    mutationFn: (secondFactorRequired: boolean) => confirmed(() => ask('putClinicSecurity', { secondFactorRequired })),
    onSuccess: saved => {
      client.setQueryData(query.queryKey, saved)
      say(t.ruleSaved)
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
