import { queryOptions } from '@tanstack/react-query'
import { ask, type Returned } from './api.ts'
import { isProblem } from './problem.ts'

export type Session = Returned<'getSession'>
export type SessionClinic = Session['clinics'][number]
export type Permission = Session['permissions'][number]

/** Who is logged in and where; what the whole console stands on. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => ask('getSession', {}, signal),
  staleTime: 60_000,
})

/** Whether asking for the session says that the login is missing or not complete. */
export const isLoggedOut = (error: unknown): boolean => isProblem(error, 'unauthenticated', 'second_factor_required')

export const nameOf = (language: string, { name, nameAr }: { name: string; nameAr: string | null }): string =>
  language === 'ar' ? (nameAr ?? name) : name
