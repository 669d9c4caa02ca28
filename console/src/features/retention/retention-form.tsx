import { INPUT } from 'virtual:staff-input/putRetention'
import { issuesOf } from '@clinic/contract/issues.ts'
import { RETENTION_BOUNDS } from '@clinic/contract/staff/retention.ts'
import { Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Input, Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useForm } from '../../lib/use-form.ts'
import { useWrite } from '../../lib/use-write.ts'
import { useIssueSentence } from '../../ui/issue-sentence.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { retention } from './texts.ts'

type Kept = Returned<'getRetention'>
interface RetentionProps {
  kept: Kept
}
const FIELDS = ['medicalYears', 'moneyYears', 'lostLeadMonths', 'conversationMonths'] as const
type Draft = Record<(typeof FIELDS)[number], string>

const inputOf = (draft: Draft): Input<'putRetention'> => ({
  medicalYears: Number(draft.medicalYears),
  moneyYears: Number(draft.moneyYears),
  lostLeadMonths: Number(draft.lostLeadMonths),
  conversationMonths: Number(draft.conversationMonths),
})

/** How long the clinic keeps what: as it was shown when the form was opened, then as it was saved. */
export function RetentionForm({ kept }: RetentionProps) {
  const [shown, setShown] = useState(kept)
  return <Fields key={shown.version} kept={shown} onSaved={setShown} />
}

/** Within what the law of most countries asks for. */
function Fields({ kept, onSaved }: RetentionProps & { onSaved: (kept: Kept) => void }) {
  const t = useTexts(retention)
  const sentence = useIssueSentence()
  const saving = useWrite('putRetention', {
    changes: ['getRetention'],
    said: () => t.saved,
    of: { version: kept.version, words: { fields: Object.fromEntries(FIELDS.map(name => [name, t[name]])) } },
  })
  const form = useForm<Draft, Kept>({
    initial: {
      medicalYears: String(kept.medicalYears),
      moneyYears: String(kept.moneyYears),
      lostLeadMonths: String(kept.lostLeadMonths),
      conversationMonths: String(kept.conversationMonths),
    },
    check: draft => issuesOf(INPUT, inputOf(draft)),
    send: draft => saving.mutateAsync(inputOf(draft)),
    leave: onSaved,
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
