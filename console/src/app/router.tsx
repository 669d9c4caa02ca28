import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { LoginPage } from '../features/login/login-page.tsx'
import { queryClient } from '../lib/query-client.ts'
import { isLoggedOut, sessionQuery } from '../lib/session.ts'
import { Failed, Lost } from './lost.tsx'
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

const root = createRootRoute({ component: Outlet, notFoundComponent: Lost, errorComponent: Failed })

const loginRoute = createRoute({
  getParentRoute: () => root,
  path: '/login',
  component: LoginPage,
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

/** The session, or the way to the login. */
async function requireSession({ href }: { href: string }) {
  return queryClient.ensureQueryData(sessionQuery).catch(error => {
    throw isLoggedOut(error) ? redirect({ to: '/login', search: { back: href === '/' ? undefined : href } }) : error
  })
}

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
/** Everything that belongs to a clinic. */
const clinic = createRoute({
  getParentRoute: () => staff,
  id: 'clinic',
  component: Outlet,
  beforeLoad: async ({ location }) => {
    const session = await requireSession(location)
    if (session.clinic === null) throw redirect({ to: '/clinics', search: { back: location.href } })
  },
})
const home = createRoute({
  getParentRoute: () => clinic,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/assistants', replace: true })
  },
})
const assistants = createRoute({
  getParentRoute: () => clinic,
  path: '/assistants',
  component: lazyRouteComponent(() => import('../features/assistants/assistants-page.tsx'), 'AssistantsPage'),
})
const clinicAssistants = createRoute({
  getParentRoute: () => clinic,
  path: '/clinic/assistants',
  component: lazyRouteComponent(
    () => import('../features/assistants/clinic-assistants-page.tsx'),
    'ClinicAssistantsPage',
  ),
})
const security = createRoute({
  getParentRoute: () => staff,
  path: '/security',
  component: lazyRouteComponent(() => import('../features/security/security-page.tsx'), 'SecurityPage'),
})
const members = createRoute({
  getParentRoute: () => clinic,
  path: '/members',
  component: lazyRouteComponent(() => import('../features/members/members-page.tsx'), 'MembersPage'),
})

export const router = createRouter({
  routeTree: root.addChildren([
    loginRoute,
    resetRequest,
    reset,
    invite,
    clinics,
    staff.addChildren([security, clinic.addChildren([home, assistants, clinicAssistants, members])]),
  ]),
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
