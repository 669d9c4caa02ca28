import {
  IconBuildingHospital,
  IconBuildingStore,
  IconFlask,
  IconKey,
  IconPuzzle,
  IconSettings,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useMatches } from '@tanstack/react-router'
import { useLanguage, useTexts } from '../lib/language-choice.tsx'
import { type OwnPublisher, publisherName, useOwnPublisher } from '../lib/own-publisher.ts'
import { ownPublishersQuery } from '../lib/publisher.ts'
import { Room, WorkplaceName } from '../ui/room.tsx'
import { Loaded } from '../ui/states.tsx'
import { LostRoom } from './lost-room.tsx'
import {
  MAIN_PUBLISHER_ROOMS,
  type MainPublisherRoomKey,
  mayOpenPublisherRoom,
  PUBLISHER_ROOMS,
  type PublisherRoomKey,
  publisherHref,
} from './publisher-rooms.ts'
import { publisherShell } from './publisher-texts.ts'
import { AccountGroup, RailGroup, RailLink } from './rail.tsx'
import { Shell } from './shell.tsx'
import { type MainRoom, WorkplaceRooms } from './workplace-rooms.ts'

const ICONS: Readonly<Record<MainPublisherRoomKey, TablerIcon>> = {
  ownPlugins: IconPuzzle,
  ownInstallations: IconBuildingHospital,
  publisherSandbox: IconFlask,
  ownKeys: IconKey,
  publisherTeam: IconUsers,
  publisherSettings: IconSettings,
}

const NONE: readonly MainRoom[] = []

/** The frame of what belongs to publishers: their rooms instead of a clinic's. */
export function PublisherShell() {
  const publisher = useOwnPublisher()
  const rooms = usePublisherRooms(publisher)
  const { language } = useLanguage()
  return (
    <WorkplaceRooms value={rooms}>
      <WorkplaceName value={publisher ? publisherName(language, publisher) : ''}>
        <Shell rail={<PublisherRail publisher={publisher} />} />
      </WorkplaceName>
    </WorkplaceRooms>
  )
}

const openTo = ({ role }: OwnPublisher): readonly MainPublisherRoomKey[] =>
  MAIN_PUBLISHER_ROOMS.filter(key => mayOpenPublisherRoom(role, key))

function usePublisherRooms(publisher: OwnPublisher | undefined): readonly MainRoom[] {
  const t = useTexts(publisherShell)
  if (!publisher) return NONE
  return openTo(publisher).map(key => ({
    ...{ key, name: t[key], to: publisherHref(publisher.id, key), go: PUBLISHER_ROOMS[key].go },
  }))
}

function PublisherRail({ publisher }: { publisher: OwnPublisher | undefined }) {
  const t = useTexts(publisherShell)
  const groups = publisher ? Map.groupBy(openTo(publisher), key => PUBLISHER_ROOMS[key].group) : []
  return (
    <>
      {publisher &&
        [...groups].map(([group, keys]) => (
          <RailGroup key={group} title={t.groups[group]}>
            {keys.map(key => (
              <RailLink
                key={key}
                icon={ICONS[key]}
                label={t[key]}
                to={publisherHref(publisher.id, key)}
                exact={PUBLISHER_ROOMS[key].path === ''}
              />
            ))}
          </RailGroup>
        ))}
      <RailGroup title={t.elsewhere}>
        <RailLink icon={IconBuildingStore} label={t.toPublishers} to="/publisher" exact />
      </RailGroup>
      <AccountGroup />
    </>
  )
}

/** The room of the address, in the publisher of the address. */
export function PublisherFrame() {
  const t = useTexts(publisherShell)
  const publishers = useQuery(ownPublishersQuery)
  const publisher = useOwnPublisher()
  const room = useMatches({ select: matches => matches.at(-1)?.staticData.publisherRoom })
  if (publishers.data === undefined)
    return (
      <Room title={t.groups.publisher}>
        <Loaded query={publishers}>{() => null}</Loaded>
      </Room>
    )
  if (publisher === undefined) return <LostRoom />
  if (room !== undefined && !mayOpenPublisherRoom(publisher.role, room)) return <Refused room={room} />
  return <Outlet key={publisher.id} />
}

/** In place of a room that the role may not open: from which role on it is open. */
function Refused({ room }: { room: PublisherRoomKey }) {
  const t = useTexts(publisherShell)
  return (
    <Room title={t.refused} lead={t.refusedLead(t[room], t.roles[PUBLISHER_ROOMS[room].role])}>
      {null}
    </Room>
  )
}
