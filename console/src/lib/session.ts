import { queryOptions } from '@tanstack/react-query'
import { isProblem } from './problem.ts'
import { request } from './request.ts'

export type Role = 'owner' | 'admin' | 'doctor' | 'receptionist' | 'accountant' | 'assistant'

export interface SessionClinic {
  id: string
  name: string
  nameAr: string | null
  sandbox: boolean
  role: Role
  secondFactorRequired: boolean
  mayEnter: boolean
}

export interface Session {
  id: string
  user: {
    id: string
    email: string
    name: string
    nameAr: string | null
    secondFactorEnrolled: boolean
    language?: 'en' | 'ar' | null
  }
  clinics: SessionClinic[]
  clinic: SessionClinic | null
  endsAt: string
}

/** Who is logged in and where; what the whole console stands on. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => {
    const { data } = (await request('GET', '/session', undefined, signal)) as { data: Session }
    return data
  },
  staleTime: 60_000,
})

/** Whether an error says that the login is missing or not complete. */
export const isLoggedOut = (error: unknown): boolean =>
  isProblem(error, 'unauthenticated') || (isProblem(error, 'second_factor_required') && error.status === 403)

export const nameOf = (language: string, { name, nameAr }: { name: string; nameAr: string | null }): string =>
  language === 'ar' ? (nameAr ?? name) : name

export const runsClinic = ({ role }: { role: Role }): boolean => role === 'owner' || role === 'admin'
