import { createRootRoute, Outlet, redirect } from '@tanstack/react-router'
import { queryClient } from '../lib/query-client.ts'
import { isLoggedOut, sessionQuery } from '../lib/session.ts'
import { Failed, Lost } from './lost.tsx'

export const root = createRootRoute({ component: Outlet, notFoundComponent: Lost, errorComponent: Failed })

/** The session, or the way to the login. */
export async function requireSession({ href }: { href: string }) {
  return queryClient.ensureQueryData(sessionQuery).catch(error => {
    throw isLoggedOut(error) ? redirect({ to: '/login', search: { back: href === '/' ? undefined : href } }) : error
  })
}

/** Of what stands in the address, what the room knows: as text, whatever it looks like. */
export const searchOf = (names: readonly string[]) => (search: Record<string, unknown>) =>
  Object.fromEntries(names.map(name => [name, search[name] === undefined ? undefined : String(search[name])]))
