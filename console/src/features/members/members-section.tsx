import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useClinicApi } from '../../lib/clinic.ts'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { nameOf } from '../../lib/session.ts'
import { useSession } from '../../lib/use-session.ts'
import { Ltr, Moment, Name } from '../../ui/isolated.tsx'
import { Section } from '../../ui/section.tsx'
import { Loaded } from '../../ui/states.tsx'
import { isLimited, type Member, MemberActions } from './member-actions.tsx'
import { members } from './texts.ts'

export function MembersSection() {
  const t = useTexts(members)
  const list = useQuery(useClinicApi().all('listMembers', {}))
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

const seesNoBranch = (member: Member): boolean =>
  isLimited(member.role) && !member.allBranches && member.branchIds.length === 0

function LastSeen({ at }: { at: string | null }) {
  const t = useTexts(members)
  if (at === null) return t.never
  return (
    <>
      {t.lastSeen} <Moment at={at} />
    </>
  )
}
