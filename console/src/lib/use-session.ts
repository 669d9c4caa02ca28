import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useConfirmed } from '../ui/step-up.tsx'
import { ask } from './api.ts'
import { type Permission, type Session, sessionQuery } from './session.ts'

export const useSession = (): Session => useSuspenseQuery(sessionQuery).data

/** Whether the role in the current clinic permits it. */
export const useMay = (permission: Permission): boolean => useSession().permissions.includes(permission)

/**
 * Enters another clinic: what was known of the one before is forgotten. Where it wants a second factor that the login
 * lacks, asks for it.
 */
export function useEnterClinic() {
  const client = useQueryClient()
  const confirmed = useConfirmed()
  const { user } = useSession()
  return useMutation({
    mutationFn: (clinicId: string) => {
      const enter = () => ask('enterClinic', { clinicId })
      return user.secondFactorEnrolled ? confirmed(enter, 'second_factor_required') : enter()
    },
    onSuccess: session => {
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
      client.setQueryData(sessionQuery.queryKey, session)
    },
  })
}

/** Ends the session; nothing of it stays in this page's memory. */
export function useLogOut() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => ask('logOut', {}),
    onSuccess: () => {
      client.clear()
      location.assign('/login')
    },
  })
}
