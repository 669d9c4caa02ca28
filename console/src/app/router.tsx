import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { ask } from '../lib/api.ts'
import { queryClient } from '../lib/query-client.ts'
import { landingClinic, sessionQuery } from '../lib/session.ts'
import { ClinicFrame } from './clinic-frame.tsx'
import { homeOf } from './home-room.ts'
import { Lost } from './lost.tsx'
import { LostRoom } from './lost-room.tsx'
import { STYLES_PATH } from './paths.ts'
import type { PublisherRoomKey } from './publisher-rooms.ts'
import { publisherRoutes } from './publisher-routes.ts'
import { RoomFailed } from './room-failed.tsx'
import { ROOM_PAGES } from './room-pages.ts'
import { hrefOf, IN_EVERY_ROOM, MAIN_ROOMS, type MainRoomKey, ROOM_KEYS, ROOMS, type RoomKey } from './rooms.ts'
import { requireSession, root, searchOf } from './routing.ts'
import { Shell } from './shell.tsx'

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** Where a page comes back to after the login. */
const withBack = ({ back }: Record<string, unknown>): { back?: string } => ({ back: text(back) })

interface LoginSearch {
  back?: string
  /** The session has ended while the user worked. */
  ended?: true
  /** A clinic wants a second factor that this login lacks. */
  step_up?: string
  /** Another user sits at the screen. */
  switch?: 1
}

const loginRoute = createRoute({
  getParentRoute: () => root,
  path: '/login',
  component: lazyRouteComponent(() => import('../features/login/login-page.tsx'), 'LoginPage'),
  validateSearch: (search: Record<string, unknown>): LoginSearch => ({
    back: text(search.back),
    ended: search.ended === true ? true : undefined,
    step_up: text(search.step_up),
    switch: search.switch === 1 ? 1 : undefined,
  }),
})
const resetRequest = createRoute({
  getParentRoute: () => root,
  path: '/login/reset',
  component: lazyRouteComponent(() => import('../features/login/reset-page.tsx'), 'ResetPage'),
})
const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset/$token',
  component: lazyRouteComponent(() => import('../features/login/choose-password-page.tsx'), 'ChoosePasswordPage'),
})
const invite = createRoute({
  getParentRoute: () => root,
  path: '/invite/$token',
  component: lazyRouteComponent(() => import('../features/members/invite-page.tsx'), 'InvitePage'),
})

const clinics = createRoute({
  getParentRoute: () => root,
  path: '/clinics',
  component: lazyRouteComponent(() => import('../features/clinics/clinics-page.tsx'), 'ClinicsPage'),
  validateSearch: withBack,
  beforeLoad: ({ location }) => requireSession(location).then(() => undefined),
})

/** Everything that a login is needed for. */
const staff = createRoute({
  getParentRoute: () => root,
  id: 'staff',
  component: Shell,
  beforeLoad: ({ location }) => requireSession(location).then(() => undefined),
})
const security = createRoute({
  getParentRoute: () => staff,
  path: '/security',
  component: lazyRouteComponent(() => import('../features/security/security-page.tsx'), 'SecurityPage'),
})
const preferencesRoute = createRoute({
  getParentRoute: () => staff,
  path: '/preferences',
  component: lazyRouteComponent(() => import('../features/preferences/preferences-page.tsx'), 'PreferencesPage'),
})
/** Where the server says that the console is developed. */
const isDevelopment = document.querySelector('meta[name=development]')?.getAttribute('content') === 'on'
const styles = createRoute({
  getParentRoute: () => staff,
  path: STYLES_PATH,
  component: lazyRouteComponent(() => import('../features/styles/styles-page.tsx'), 'StylesPage'),
  validateSearch: (search: Record<string, unknown>) =>
    searchOf(['tab', 'open', 'state', 'sort', 'selected', 'after'])(search),
})

/** Leads into the clinic that was entered last: to the room, or where the role there begins. */
async function intoClinic(location: { href: string }, room?: MainRoomKey): Promise<never> {
  const session = await requireSession(location)
  const landing = landingClinic(session)
  if (landing === undefined) throw redirect({ to: '/clinics', search: { back: location.href } })
  throw redirect({ to: hrefOf(landing.id, room ?? homeOf(landing.role)), replace: true })
}
const landings = [undefined, ...MAIN_ROOMS].map(key =>
  createRoute({
    getParentRoute: () => root,
    path: key === undefined ? '/' : ROOMS[key].path,
    beforeLoad: ({ location }) => intoClinic(location, key),
  }),
)

/** Everything that belongs to a clinic: which one is said by the address alone. */
const clinic = createRoute({
  getParentRoute: () => staff,
  path: 'c/$clinicId',
  component: ClinicFrame,
  beforeLoad: async ({ location, params: { clinicId } }) => {
    const isHere = ({ id }: { id: string }) => id === clinicId
    const known = await requireSession(location)
    // Who has just been invited is not yet in what is known.
    const session = known.clinics.some(isHere) ? known : await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
    if (session.clinics.find(isHere)?.mayEnter === false)
      throw redirect({ to: '/clinics', search: { back: location.href } })
  },
})
const clinicHome = createRoute({
  getParentRoute: () => clinic,
  path: '/',
  beforeLoad: async ({ location, params: { clinicId } }) => {
    const { clinics } = await requireSession(location)
    const role = clinics.find(({ id }) => id === clinicId)?.role
    if (role) throw redirect({ to: hrefOf(clinicId, homeOf(role)), replace: true })
  },
})
const rooms = ROOM_KEYS.map(key =>
  createRoute({
    getParentRoute: () => clinic,
    path: ROOMS[key].path.replaceAll(':', '$'),
    component: ROOM_PAGES[key],
    errorComponent: RoomFailed,
    validateSearch: searchOf([...IN_EVERY_ROOM, ...ROOMS[key].search]),
    staticData: { room: key },
  }),
)
const lostRoom = createRoute({ getParentRoute: () => clinic, path: '$', component: LostRoom })
const lost = createRoute({
  getParentRoute: () => root,
  path: '$',
  component: Lost,
  // Who is logged out is told here, too, and not sent to the login.
  loader: () =>
    ask('getSession', {}).then(
      session => queryClient.setQueryData(sessionQuery.queryKey, session),
      () => null,
    ),
})

export const router = createRouter({
  routeTree: root.addChildren([
    ...[loginRoute, resetRequest, reset, invite, clinics, lost],
    ...landings,
    ...publisherRoutes,
    staff.addChildren([
      security,
      preferencesRoute,
      ...(isDevelopment ? [styles] : []),
      clinic.addChildren([clinicHome, lostRoom, ...rooms]),
    ]),
  ]),
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    room?: RoomKey
    publisherRoom?: PublisherRoomKey
  }
}
