import { queryOptions } from '@tanstack/react-query'
import { ask, type Returned } from './api.ts'
import { lastClinic } from './last-clinic.ts'
import { isProblem } from './problem.ts'

export type Session = Returned<'getSession'>
export type SessionClinic = Session['clinics'][number]

/** Who is logged in and where they work; what the whole console stands on. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => ask('getSession', {}, signal),
  staleTime: 60_000,
})

/** Whether asking for the session says that the login is missing or not complete. */
export const isLoggedOut = (error: unknown): boolean => isProblem(error, 'unauthenticated', 'second_factor_required')

/** Where an address without a clinic leads: where this tab was last, else where the person was. */
export const landingClinic = ({ clinics, clinic }: Session): SessionClinic | undefined =>
  clinics.find(({ id, mayEnter }) => id === lastClinic.get() && mayEnter) ?? clinic ?? undefined

export const nameOf = (language: string, { name, nameAr }: { name: string; nameAr: string | null }): string =>
  language === 'ar' ? (nameAr ?? name) : name
