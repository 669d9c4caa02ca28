import { INPUT } from 'virtual:staff-input/putRetention'
import { issuesOf } from '@clinic/contract/issues.ts'
import { RETENTION_BOUNDS } from '@clinic/contract/staff/retention.ts'
import { Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import type { Input, Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useForm } from '../../lib/use-form.ts'
import { useWrite } from '../../lib/use-write.ts'
import { useIssueSentence } from '../../ui/issue-sentence.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { retention } from './texts.ts'

type Kept = Input<'putRetention'>
const FIELDS = ['medicalYears', 'moneyYears', 'lostLeadMonths', 'conversationMonths'] as const
type Draft = Record<(typeof FIELDS)[number], string>

const inputOf = (draft: Draft): Kept => ({
  medicalYears: Number(draft.medicalYears),
  moneyYears: Number(draft.moneyYears),
  lostLeadMonths: Number(draft.lostLeadMonths),
  conversationMonths: Number(draft.conversationMonths),
})

/** How long the clinic keeps what, within what the law of most countries asks for. */
export function RetentionForm({ kept }: { kept: Returned<'getRetention'> }) {
  const t = useTexts(retention)
  const sentence = useIssueSentence()
  const saving = useWrite('putRetention', { changes: ['getRetention'], said: () => t.saved })
  const form = useForm<Draft>({
    initial: {
      medicalYears: String(kept.medicalYears),
      moneyYears: String(kept.moneyYears),
      lostLeadMonths: String(kept.lostLeadMonths),
      conversationMonths: String(kept.conversationMonths),
    },
    check: draft => issuesOf(INPUT, inputOf(draft)),
    send: draft => saving.mutateAsync(inputOf(draft)),
  })
  return (
    <form {...form.props}>
      <Stack>
        <Text size="sm" c="dimmed">
          {kept.isDefault ? t.usual : t.own}
        </Text>
        <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="md">
          {FIELDS.map(name => {
            const issue = form.issueAt(`/${name}`)
            const { minimum, maximum } = RETENTION_BOUNDS[name]
            return (
              <TextInput
                key={name}
                label={t[name]}
                description={t.between(minimum, maximum)}
                inputMode="numeric"
                required
                value={form.values[name]}
                error={issue && sentence(issue, INPUT)}
                onChange={event => form.set({ [name]: event.currentTarget.value })}
              />
            )
          })}
        </SimpleGrid>
        <Text size="sm">{kept.auditMonths === null ? t.auditForEver : t.audit(kept.auditMonths)}</Text>
        <ProblemNotice error={form.error} />
        <Group>
          <Button type="submit" loading={form.pending} disabled={!form.edited}>
            {t.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
