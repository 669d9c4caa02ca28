import { NavLink, Text } from '@mantine/core'
import { IconShieldLock, type TablerIcon } from '@tabler/icons-react'
import { Link, useMatches } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts } from '../lib/language-choice.tsx'
import { useClinic } from '../lib/use-session.ts'
import { mainRoomOf, roomsOf } from './room-access.ts'
import { ROOM_ICONS } from './room-pages.ts'
import { hrefOf, type MainRoomKey, ROOMS } from './rooms.ts'
import { shell } from './texts.ts'

/** The rooms of the clinic that the role may open. */
export function ClinicRail() {
  const t = useTexts(shell)
  const clinic = useClinic()
  const open = clinic ? roomsOf(clinic) : []
  return (
    <>
      {clinic &&
        [...Map.groupBy(open, key => ROOMS[key].group)].map(([group, keys]) => (
          <RailGroup key={group} title={t.groups[group]}>
            {keys.map(key => (
              <RoomLink key={key} room={key} to={hrefOf(clinic.id, key)} />
            ))}
          </RailGroup>
        ))}
      <AccountGroup />
    </>
  )
}

/** An address below another room's is not within it: the table of rooms says what is. */
function RoomLink({ room, to }: { room: MainRoomKey; to: string }) {
  const label = useTexts(shell)[room]
  const here = useMatches({ select: matches => mainRoomOf(matches.at(-1)?.staticData.room) })
  return <RailLink icon={ROOM_ICONS[room]} label={label} to={to} exact isHere={here === room} />
}

/** What concerns the own login, wherever one is. */
export function AccountGroup() {
  const t = useTexts(shell)
  return (
    <RailGroup title={t.groups.account}>
      <RailLink icon={IconShieldLock} label={t.security} to="/security" />
    </RailGroup>
  )
}

interface RailLinkProps {
  icon: TablerIcon
  label: string
  to: string
  /** Whether it is the place of that address alone, and of none below it. */
  exact?: boolean
  /** Where the room is within it that is open. */
  isHere?: boolean
}

export const RailLink = ({ icon: Icon, label, to, exact = false, isHere = false }: RailLinkProps) => (
  <NavLink
    component={Link}
    to={to}
    activeOptions={{ exact }}
    active={isHere}
    label={label}
    leftSection={<Icon size={20} stroke={1.6} aria-hidden />}
  />
)

export const RailGroup = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="rooms" aria-label={title}>
    <Text size="xs" c="dimmed" fw={600} px="sm" pb={4} aria-hidden>
      {title}
    </Text>
    {children}
  </section>
)
