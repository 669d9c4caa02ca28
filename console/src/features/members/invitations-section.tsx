import { Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { shell } from '../../app/texts.ts'
import type { Input, Returned } from '../../lib/api.ts'
import { useClinicApi, useForget } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { focusHeading } from '../../ui/focus.ts'
import { Day, Ltr } from '../../ui/isolated.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Section } from '../../ui/section.tsx'
import { useConfirmed } from '../../ui/step-up.tsx'
import { say } from '../../ui/toast.ts'
import { useUnsavedForm } from '../../ui/unsaved.tsx'
import { roleNamed, useRoleChoices } from './roles.ts'
import { members } from './texts.ts'

type Invitation = Returned<'listInvitations'>

export function InvitationsSection() {
  const t = useTexts(members)
  const forget = useForget()
  const open = useQuery(useClinicApi().all('listInvitations', {}))
  const again = () => forget('listInvitations')
  return (
    <Section title={t.inviteTitle} lead={t.inviteLead}>
      <InviteForm error={open.error} onInvited={() => void again()} />
      {open.data && open.data.length > 0 && (
        <>
          <Title order={3} size="h5" mt="xl" mb="md">
            {t.open}
          </Title>
          <ul className="rows">
            {open.data.map(invitation => (
              <InvitationRow
                key={invitation.id}
                invitation={invitation}
                onGone={() => void again().then(focusHeading)}
              />
            ))}
          </ul>
        </>
      )}
    </Section>
  )
}

/** Asks for an address and a role; `error` is one that the section already has. */
function InviteForm({ error, onInvited }: { error: Error | null; onInvited: () => void }) {
  const t = useTexts(members)
  const choices = useRoleChoices()
  const { ask } = useClinicApi()
  const confirmed = useConfirmed()
  const unsaved = useUnsavedForm()
  const inviting = useMutation({ mutationFn: (input: Input<'invite'>) => confirmed(() => ask('invite', input)) })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const given = new FormData(form)
    const email = String(given.get('email')).trim()
    const role = roleNamed(String(given.get('role'))) ?? 'doctor'
    const onSuccess = () => {
      form.reset()
      say(t.invited(email))
      onInvited()
    }
    inviting.mutate({ email, role, allBranches: given.has('allBranches') }, { onSuccess })
  }
  return (
    <form onSubmit={submit} {...unsaved}>
      <Stack>
        <Group align="flex-end">
          <TextInput
            name="email"
            type="email"
            label={t.email}
            dir="ltr"
            required
            withAsterisk={false}
            maxLength={254}
            autoComplete="off"
            className="grow"
            miw={220}
          />
          <NativeSelect name="role" label={t.role} data={choices} defaultValue="doctor" size="md" />
        </Group>
        <Checkbox name="allBranches" label={t.allBranches} description={t.allBranchesLead} />
        <ProblemNotice error={inviting.error ?? error} />
        <Group>
          <Button type="submit" loading={inviting.isPending}>
            {t.invite}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function InvitationRow({ invitation, onGone }: { invitation: Invitation; onGone: () => void }) {
  const t = useTexts(members)
  const { roles } = useTexts(shell)
  const { ask } = useClinicApi()
  const confirmed = useConfirmed()
  const withdrawing = useMutation({
    mutationFn: () => confirmed(() => ask('withdrawInvitation', { id: invitation.id })),
    onSuccess: () => {
      say(t.withdrawn)
      onGone()
    },
  })
  return (
    <li>
      <Group justify="space-between">
        <div className="row-text breaks">
          <Text fw={600}>
            <Ltr>{invitation.email}</Ltr>
          </Text>
          <Text size="sm" c="dimmed">
            {roles[invitation.role]} · {t.until} <Day at={invitation.expiresAt} />
          </Text>
        </div>
        <Button
          variant="default"
          size="sm"
          loading={withdrawing.isPending}
          onClick={() => withdrawing.mutate()}
          aria-label={t.withdrawOf(invitation.email)}
        >
          {t.withdraw}
        </Button>
      </Group>
      <ProblemNotice error={withdrawing.error} />
    </li>
  )
}
