import type { StaffRole } from '@clinic/contract/staff/permissions.ts'
import { Button, Checkbox, Group, NativeSelect, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { shell } from '../../app/texts.ts'
import type { Input, Returned } from '../../lib/api.ts'
import { useClinicApi, useForget } from '../../lib/clinic.ts'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { nameOf } from '../../lib/session.ts'
import { useMay } from '../../lib/use-session.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { focusHeading } from '../../ui/focus.ts'
import { plainName } from '../../ui/isolated.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { useConfirmed } from '../../ui/step-up.tsx'
import { say } from '../../ui/toast.ts'
import { useUnsaved } from '../../ui/unsaved.tsx'
import { roleNamed, useRoleChoices } from './roles.ts'
import { members } from './texts.ts'

export type Member = Returned<'listMembers'>
type Changes = Omit<Input<'updateMember'>, 'userId'>

/** Owners and admins see every branch, whatever is said of them. */
export const isLimited = (role: StaffRole): boolean => role !== 'owner' && role !== 'admin'

/** Changes a member, after a step-up where the last one is some minutes ago. */
function useChanging({ userId }: Member, name: string) {
  const t = useTexts(members)
  const { ask } = useClinicApi()
  const forget = useForget()
  const confirmed = useConfirmed()
  return useMutation({
    mutationFn: (changes: Changes) => confirmed(() => ask('updateMember', { userId, ...changes })),
    onSuccess: () => {
      say(t.changed(name))
      return forget('listMembers')
    },
  })
}

type Changing = ReturnType<typeof useChanging>

/** What can be changed about a member: what they are and see, and whether they may come in. */
export function MemberActions({ member, mine }: { member: Member; mine: boolean }) {
  const { roles } = useTexts(shell)
  const { language } = useLanguage()
  const owners = useMay('owners:manage')
  const name = plainName(nameOf(language, member))
  const changing = useChanging(member, name)
  if (mine || (member.role === 'owner' && !owners))
    return (
      <Text c="dimmed" span>
        {roles[member.role]}
      </Text>
    )
  return (
    <Group gap="sm">
      <AccessForm key={`${member.role} ${member.allBranches}`} name={name} member={member} changing={changing} />
      <Standing name={name} member={member} changing={changing} />
      <ProblemNotice error={changing.error} />
    </Group>
  )
}

interface PartProps {
  name: string
  member: Member
  changing: Changing
}

/** Nothing changes before it is saved: an arrow key in the choice of roles is no decision. */
function AccessForm({ name, member, changing }: PartProps) {
  const t = useTexts(members)
  const choices = useRoleChoices()
  const [role, setRole] = useState(member.role)
  const [branches, setBranches] = useState(member.allBranches)
  const edited = role !== member.role || branches !== member.allBranches
  useUnsaved(edited)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const changes = {
      ...(role !== member.role && { role }),
      ...(branches !== member.allBranches && { allBranches: branches }),
    }
    // The button goes with what it saved.
    if (edited) changing.mutate(changes, { onSuccess: focusHeading })
  }
  return (
    <form onSubmit={submit}>
      <Group gap="sm">
        <NativeSelect
          aria-label={t.roleOf(name)}
          data={choices}
          value={role}
          disabled={changing.isPending}
          onChange={event => setRole(roleNamed(event.currentTarget.value) ?? role)}
        />
        {isLimited(role) && (
          <Checkbox
            label={t.allBranches}
            aria-label={t.allBranchesOf(name)}
            checked={branches}
            disabled={changing.isPending}
            onChange={event => setBranches(event.currentTarget.checked)}
          />
        )}
        {edited && (
          <Button type="submit" size="sm" loading={changing.isPending} aria-label={t.saveOf(name)}>
            {t.save}
          </Button>
        )}
      </Group>
    </form>
  )
}

/** Whether they may come in. */
function Standing({ name, member, changing }: PartProps) {
  const t = useTexts(members)
  if (!member.active)
    return (
      <Button
        variant="default"
        size="sm"
        onClick={() => changing.mutate({ active: true })}
        aria-label={t.enableOf(name)}
      >
        {t.enable}
      </Button>
    )
  return (
    <Confirm
      trigger={open => (
        <Button variant="light" color="red" size="sm" onClick={open} aria-label={t.disableOf(name)}>
          {t.disable}
        </Button>
      )}
      title={t.disableTitle(name)}
      deed={t.disable}
      pending={changing.isPending}
      error={changing.error}
      act={() => changing.mutateAsync({ active: false })}
    >
      <Text>{t.disableLead}</Text>
    </Confirm>
  )
}
