import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { usePublisherWrite } from '../../lib/publisher.ts'
import type { PublisherReturned } from '../../lib/publisher-api.ts'
import { useSession } from '../../lib/use-session.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { focusHeading } from '../../ui/focus.ts'
import { Day, Ltr, Moment } from '../../ui/isolated.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { useUnsaved } from '../../ui/unsaved.tsx'
import { roleNamed, useRoleChoices } from './roles.ts'
import { teamTexts } from './team-texts.ts'

type Member = PublisherReturned<'listPublisherMembers'>

/** A person of the publisher, or one who is invited: what they are, and the way out. */
export function MemberRow({ member }: { member: Member }) {
  const t = useTexts(teamTexts)
  const { user } = useSession()
  return (
    <li>
      <Group justify="space-between" gap="md">
        <div className="row-text">
          <Group gap="xs">
            <Text fw={600} className="breaks">
              <Ltr>{member.email}</Ltr>
            </Text>
            {member.userId === user.id && <span className="tag">{t.you}</span>}
            {member.state === 'INVITED' && (
              <span className="tag" data-tone="quiet">
                {t.invited}
              </span>
            )}
          </Group>
          <Text size="sm" c="dimmed">
            {member.state === 'INVITED' && member.invitedAt !== null ? (
              <>
                {t.invitedAt} <Moment at={member.invitedAt} />
              </>
            ) : (
              <Day at={member.createdAt} />
            )}
          </Text>
        </div>
        <Group gap="sm">
          <RoleForm key={member.role} member={member} />
          {member.state === 'INVITED' && <InviteAgain member={member} />}
          <RemoveMember member={member} />
        </Group>
      </Group>
    </li>
  )
}

/** Nothing changes before it is saved: an arrow key in the choice of roles is no decision. */
function RoleForm({ member }: { member: Member }) {
  const t = useTexts(teamTexts)
  const choices = useRoleChoices()
  const [role, setRole] = useState(member.role)
  const changing = usePublisherWrite('changePublisherMember', {
    changes: ['listPublisherMembers'],
    said: () => t.changed(member.email),
  })
  const edited = role !== member.role
  useUnsaved(edited)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The button goes with what it saved.
    if (edited) changing.mutate({ id: member.id, role }, { onSuccess: focusHeading })
  }
  return (
    <form onSubmit={submit}>
      <Group gap="sm">
        <NativeSelect
          aria-label={t.roleOf(member.email)}
          data={choices}
          value={role}
          disabled={changing.isPending}
          onChange={event => setRole(roleNamed(event.currentTarget.value) ?? role)}
        />
        {edited && (
          <Button type="submit" size="sm" loading={changing.isPending} aria-label={t.saveOf(member.email)}>
            {t.save}
          </Button>
        )}
      </Group>
      <ProblemNotice error={changing.error} own={{ last_owner: t.lastOwner }} />
    </form>
  )
}

/** The mail may have been lost. */
function InviteAgain({ member: { email, role } }: { member: Member }) {
  const t = useTexts(teamTexts)
  const inviting = usePublisherWrite('addPublisherMember', {
    changes: ['listPublisherMembers'],
    said: () => t.wasInvited(email),
  })
  return (
    <div>
      <Button
        variant="default"
        size="sm"
        loading={inviting.isPending}
        onClick={() => inviting.mutate({ email, role })}
        aria-label={t.inviteAgainOf(email)}
      >
        {t.inviteAgain}
      </Button>
      <ProblemNotice error={inviting.error} own={{ rate_limited: t.invitedLately }} />
    </div>
  )
}

function RemoveMember({ member }: { member: Member }) {
  const t = useTexts(teamTexts)
  const removing = usePublisherWrite('removePublisherMember', {
    changes: ['listPublisherMembers'],
    said: () => t.removed,
  })
  return (
    <Confirm
      trigger={open => (
        <Button variant="light" color="red" size="sm" onClick={open} aria-label={t.removeOf(member.email)}>
          {t.remove}
        </Button>
      )}
      title={t.removeTitle(member.email)}
      deed={t.remove}
      pending={removing.isPending}
      error={removing.error}
      own={{ last_owner: t.lastOwner }}
      act={() => removing.mutateAsync({ id: member.id })}
    >
      <Text>{t.removeLead}</Text>
    </Confirm>
  )
}
