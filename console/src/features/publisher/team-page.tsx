import { Stack } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { usePublisherReadAll } from '../../lib/publisher.ts'
import { Room } from '../../ui/room.tsx'
import { Section } from '../../ui/section.tsx'
import { Loaded } from '../../ui/states.tsx'
import { InviteMember } from './invite-member.tsx'
import { MemberRow } from './member-row.tsx'
import { teamTexts } from './team-texts.ts'

/** Who belongs to the publisher, and as what. */
export function TeamPage() {
  const t = useTexts(teamTexts)
  const members = usePublisherReadAll('listPublisherMembers', {})
  return (
    <Room title={t.team} lead={t.teamLead}>
      <Stack gap="lg">
        <Section title={t.members}>
          <Loaded query={members} rows={3} height={56}>
            {found => (
              <ul className="rows">
                {found.map(member => (
                  <MemberRow key={member.id} member={member} />
                ))}
              </ul>
            )}
          </Loaded>
        </Section>
        <InviteMember />
      </Stack>
    </Room>
  )
}
