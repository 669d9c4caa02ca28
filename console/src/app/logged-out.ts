import type { QueryClient } from '@tanstack/react-query'
import { isOfClinic } from '../lib/clinic.ts'
import { isProblem, isWithoutClinic } from '../lib/problem.ts'
import { isLoggedOut, sessionQuery } from '../lib/session.ts'
import { loggedInAgain } from '../lib/session-end.ts'
import type { router as consoleRouter } from './router.tsx'

/** Pages that a login is not needed for. */
const OPEN = /^\/(login|reset|invite)(\/|$)/

/**
 * Whatever learns that the session has ended lets the person log in again over the room, or leads to the login and from
 * there back to the same page; whatever learns that the clinic may not be entered any more leads to the choice of one.
 */
export function leaveWhenLoggedOut(client: QueryClient, router: typeof consoleRouter): void {
  const leave = (error: unknown, key: readonly unknown[]): void => {
    const { href, pathname } = router.state.location
    if (OPEN.test(pathname)) return
    if (isProblem(error, 'unauthenticated') || (key[0] === sessionQuery.queryKey[0] && isLoggedOut(error))) {
      if (loggedInAgain()) return
      client.clear()
      void router.navigate({ to: '/login', search: { back: href, ended: true }, replace: true, ignoreBlocker: true })
    } else if (isWithoutClinic(error) || (isOfClinic(key) && isProblem(error, 'second_factor_required'))) {
      // A room asks for several things at the same time: the first that is refused leads away.
      if (pathname === '/clinics') return
      client.removeQueries({ queryKey: sessionQuery.queryKey })
      void router.navigate({ to: '/clinics', search: { back: href }, replace: true, ignoreBlocker: true })
    }
  }
  client.getQueryCache().config.onError = (error, { queryKey }) => leave(error, queryKey)
  client.getMutationCache().config.onError = error => leave(error, [])
}
