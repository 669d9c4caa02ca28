import { INPUT } from 'virtual:publisher-input/addPublisherMember'
import { issuesOf } from '@clinic/contract/issues.ts'
import type { PublisherRole } from '@clinic/contract/publisher/roles.ts'
import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { usePublisherWrite } from '../../lib/publisher.ts'
import { useForm } from '../../lib/use-form.ts'
import { useIssueSentence } from '../../ui/issue-sentence.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Section } from '../../ui/section.tsx'
import { roleNamed, useRoleChoices } from './roles.ts'
import { teamTexts } from './team-texts.ts'

const BLANK: { email: string; role: PublisherRole } = { email: '', role: 'DEVELOPER' }

/** The form begins anew with each person who was invited. */
export function InviteMember() {
  const t = useTexts(teamTexts)
  const [invited, setInvited] = useState(0)
  return (
    <Section title={t.inviteTitle} lead={t.inviteLead}>
      <InviteForm key={invited} onInvited={() => setInvited(invited + 1)} />
    </Section>
  )
}

function InviteForm({ onInvited }: { onInvited: () => void }) {
  const t = useTexts(teamTexts)
  const choices = useRoleChoices()
  const sentence = useIssueSentence()
  const inviting = usePublisherWrite('addPublisherMember', {
    changes: ['listPublisherMembers'],
    said: ({ email }) => t.wasInvited(email),
  })
  const inputOf = ({ email, role }: typeof BLANK) => ({ email: email.trim(), role })
  const form = useForm({
    initial: BLANK,
    check: draft => issuesOf(INPUT, inputOf(draft)),
    send: draft => inviting.mutateAsync(inputOf(draft)),
    leave: onInvited,
  })
  const wrong = form.issueAt('/email')
  return (
    <form {...form.props}>
      <Stack>
        <Group align="flex-start">
          <TextInput
            type="email"
            label={t.email}
            dir="ltr"
            autoComplete="off"
            className="grow"
            miw={220}
            value={form.values.email}
            error={wrong && sentence(wrong, INPUT)}
            onChange={event => form.set({ email: event.currentTarget.value })}
          />
          <NativeSelect
            size="md"
            label={t.role}
            data={choices}
            value={form.values.role}
            onChange={event => form.set({ role: roleNamed(event.currentTarget.value) ?? 'DEVELOPER' })}
          />
        </Group>
        <ProblemNotice error={form.error} own={{ already_member: t.alreadyMember, rate_limited: t.invitedLately }} />
        <Group>
          <Button type="submit" loading={form.pending}>
            {t.invite}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
