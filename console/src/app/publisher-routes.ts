import { createRoute } from '@tanstack/react-router'
import {
  ActivatePage,
  ConfirmPage,
  InstallLinkPage,
  PlatformShell,
  PUBLISHER_PAGES,
  PublisherFrame,
  PublisherShell,
  PublishersPage,
  ReviewPage,
  ReviewsPage,
  SignUpPage,
} from './publisher-pages.ts'
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

/** How a person who makes plugins gets a login, before there is one. */
const signUp = createRoute({ getParentRoute: () => root, path: '/signup', component: SignUpPage })
const confirm = createRoute({ getParentRoute: () => root, path: '/signup/$token', component: ConfirmPage })
/** Where a program sends the person that is to let it in, with the code that it shows. */
const activate = createRoute({
  getParentRoute: () => root,
  path: '/activate',
  component: ActivatePage,
  validateSearch: (search: Record<string, unknown>): { user_code?: string } =>
    typeof search.user_code === 'string' ? { user_code: search.user_code } : {},
  beforeLoad: ({ location }) => requireSession(location).then(() => undefined),
})

/** Where the link of a private plugin leads. */
const install = createRoute({
  getParentRoute: () => root,
  path: '/install/$token',
  component: InstallLinkPage,
  beforeLoad: ({ location }) => requireSession(location).then(() => undefined),
})

/** What belongs to the platform itself. */
const platform = createRoute({
  getParentRoute: () => root,
  id: 'platform',
  component: PlatformShell,
  beforeLoad: ({ location }) => requireSession(location).then(() => undefined),
})
const reviews = createRoute({
  getParentRoute: () => platform,
  path: '/platform/review',
  component: ReviewsPage,
  errorComponent: RoomFailed,
  validateSearch: searchOf(['sort']),
})
const review = createRoute({
  getParentRoute: () => platform,
  path: '/platform/review/$id',
  component: ReviewPage,
  errorComponent: RoomFailed,
  validateSearch: searchOf(['tab']),
})

export const publisherRoutes = [
  ...[signUp, confirm, activate, install],
  platform.addChildren([reviews, review]),
  publishing.addChildren([publishers, publisher.addChildren(rooms)]),
] as const
