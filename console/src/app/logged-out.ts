import type { QueryClient } from '@tanstack/react-query'
import { isLoggedOut } from '../lib/session.ts'
import type { router as consoleRouter } from './router.tsx'

/** Pages that a login is not needed for. */
const OPEN = /^\/(login|reset|invite)(\/|$)/

/** Whatever learns that the session has ended leads to the login, and from there back to the same page. */
export function leaveWhenLoggedOut(client: QueryClient, router: typeof consoleRouter): void {
  const leave = (error: unknown): void => {
    const { href, pathname } = router.state.location
    if (!isLoggedOut(error) || OPEN.test(pathname)) return
    client.clear()
    void router.navigate({ to: '/login', search: { back: href, ended: true }, replace: true })
  }
  client.getQueryCache().config.onError = leave
  client.getMutationCache().config.onError = leave
}
