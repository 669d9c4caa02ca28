import { createRoute } from '@tanstack/react-router'
import { PUBLISHER_PAGES, PublisherFrame, PublisherShell, PublishersPage } from './publisher-pages.ts'
import { PUBLISHER_ROOM_KEYS, PUBLISHER_ROOMS } from './publisher-rooms.ts'
import { RoomFailed } from './room-failed.tsx'
import { requireSession, root, searchOf } from './routing.ts'

/** Everything that belongs to publishers. */
const publishing = createRoute({
  getParentRoute: () => root,
  id: 'publishing',
  component: PublisherShell,
  beforeLoad: ({ location }) => requireSession(location).then(() => undefined),
})
const publishers = createRoute({ getParentRoute: () => publishing, path: '/publisher', component: PublishersPage })
const publisher = createRoute({
  getParentRoute: () => publishing,
  path: '/publisher/$publisherId',
  component: PublisherFrame,
})
const rooms = PUBLISHER_ROOM_KEYS.map(key =>
  createRoute({
    getParentRoute: () => publisher,
    path: PUBLISHER_ROOMS[key].path.replaceAll(':', '$') || '/',
    component: PUBLISHER_PAGES[key],
    errorComponent: RoomFailed,
    validateSearch: searchOf(PUBLISHER_ROOMS[key].search),
    staticData: { publisherRoom: key },
  }),
)

export const publisherRoutes = publishing.addChildren([publishers, publisher.addChildren(rooms)])
