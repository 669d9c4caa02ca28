import { Stack, Switch } from '@mantine/core'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useRead } from '../../lib/use-read.ts'
import { useWrite } from '../../lib/use-write.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Section } from '../../ui/section.tsx'
import { Loaded } from '../../ui/states.tsx'
import { members } from './texts.ts'

/** Whether the clinic asks every login for a second factor. */
export function LoginRule() {
  const t = useTexts(members)
  const rule = useRead('getClinicSecurity', {})
  return (
    <Section title={t.rule}>
      <Loaded query={rule} rows={1} height={56}>
        {found => <RuleSwitch rule={found} />}
      </Loaded>
    </Section>
  )
}

function RuleSwitch({ rule: { secondFactorRequired, version } }: { rule: Returned<'getClinicSecurity'> }) {
  const t = useTexts(members)
  const saving = useWrite('putClinicSecurity', {
    changes: ['getClinicSecurity'],
    said: () => t.ruleSaved,
    of: { version, words: { fields: { secondFactorRequired: t.ruleLabel } } },
  })
  return (
    <Stack>
      <Switch
        size="md"
        checked={secondFactorRequired}
        disabled={saving.isPending}
        onChange={event => saving.mutate({ secondFactorRequired: event.currentTarget.checked })}
        label={t.ruleLabel}
        description={t.ruleLead}
      />
      <ProblemNotice error={saving.error} own={{ second_factor_required: t.ruleOwn }} />
    </Stack>
  )
}
