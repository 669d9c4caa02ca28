import { Button, Checkbox, Group, NativeSelect, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { shell } from '../../app/texts.ts'
import { ask, askAll, type Input, type Returned } from '../../lib/api.ts'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { nameOf } from '../../lib/session.ts'
import { useMay, useSession } from '../../lib/use-session.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Ltr, Moment, Name, plainName } from '../../ui/isolated.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Section } from '../../ui/section.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useConfirmed } from '../../ui/step-up.tsx'
import { say } from '../../ui/toast.ts'
import { roleNamed, useRoleChoices } from './roles.ts'
import { members } from './texts.ts'

type Member = Returned<'listMembers'>
const membersKey = ['members'] as const

export function MembersSection() {
  const t = useTexts(members)
  const list = useQuery({ queryKey: membersKey, queryFn: ({ signal }) => askAll('listMembers', {}, signal) })
  return (
    <Section title={t.members}>
      <Loaded query={list} rows={4} height={56}>
        {found => (
          <ul className="rows">
            {found.map(member => (
              <MemberRow key={member.userId} member={member} />
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  )
}

function MemberRow({ member }: { member: Member }) {
  const t = useTexts(members)
  const { language } = useLanguage()
  const { user } = useSession()
  const mine = member.userId === user.id
  return (
    <li>
      <Group justify="space-between" gap="md">
        <div className="row-text">
          <Group gap="xs">
            <Text fw={600}>
              <Name>{nameOf(language, member)}</Name>
            </Text>
            {mine && <span className="tag">{t.you}</span>}
            {!member.active && (
              <span className="tag" data-tone="danger">
                {t.disabled}
              </span>
            )}
            {seesNoBranch(member) && (
              <span className="tag" data-tone="danger">
                {t.noBranch}
              </span>
            )}
          </Group>
          <Text size="sm" c="dimmed" className="breaks">
            <Ltr>{member.email}</Ltr> · <LastSeen at={member.lastSeenAt} /> ·{' '}
            {member.secondFactorEnrolled ? t.secondFactor : t.noSecondFactor}
          </Text>
          {seesNoBranch(member) && (
            <Text size="sm" c="dimmed">
              {t.noBranchLead}
            </Text>
          )}
        </div>
        <MemberActions member={member} mine={mine} />
      </Group>
    </li>
  )
}

/** Owners and admins see every branch, whatever is said of them. */
const isLimited = ({ role }: Member): boolean => role !== 'owner' && role !== 'admin'
const seesNoBranch = (member: Member): boolean =>
  isLimited(member) && !member.allBranches && member.branchIds.length === 0

function LastSeen({ at }: { at: string | null }) {
  const t = useTexts(members)
  if (at === null) return t.never
  return (
    <>
      {t.lastSeen} <Moment at={at} />
    </>
  )
}

type Changes = Omit<Input<'updateMember'>, 'userId'>

/** Changes a member, after a step-up where the last one is some minutes ago. */
function useChanging({ userId }: Member) {
  const t = useTexts(members)
  const client = useQueryClient()
  const confirmed = useConfirmed()
  return useMutation({
    mutationFn: (changes: Changes) => confirmed(() => ask('updateMember', { userId, ...changes })),
    onSuccess: () => {
      say(t.changed)
      return client.invalidateQueries({ queryKey: membersKey })
    },
  })
}

function MemberActions({ member, mine }: { member: Member; mine: boolean }) {
  const t = useTexts(members)
  const { roles } = useTexts(shell)
  const { language } = useLanguage()
  const choices = useRoleChoices()
  const owners = useMay('owners:manage')
  const name = plainName(nameOf(language, member))
  const changing = useChanging(member)
  if (mine || (member.role === 'owner' && !owners))
    return (
      <Text c="dimmed" span>
        {roles[member.role]}
      </Text>
    )
  return (
    <Group gap="sm">
      <NativeSelect
        aria-label={t.roleOf(name)}
        data={choices}
        value={member.role}
        disabled={changing.isPending}
        onChange={event => changing.mutate({ role: roleNamed(event.currentTarget.value) })}
      />
      {isLimited(member) && (
        <Checkbox
          label={t.allBranches}
          aria-label={t.allBranchesOf(name)}
          checked={member.allBranches}
          disabled={changing.isPending}
          onChange={event => changing.mutate({ allBranches: event.currentTarget.checked })}
        />
      )}
      <Standing name={name} member={member} changing={changing} />
      <ProblemNotice error={changing.error} />
    </Group>
  )
}

/** Whether they may come in. */
function Standing({ name, member, changing }: StandingProps) {
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

interface StandingProps {
  name: string
  member: Member
  changing: ReturnType<typeof useChanging>
}
