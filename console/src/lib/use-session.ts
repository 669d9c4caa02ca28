import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { request } from './request.ts'
import { type Session, type SessionClinic, sessionQuery } from './session.ts'

export const useSession = (): Session => useSuspenseQuery(sessionQuery).data

/** The clinic that the session is in; only for rooms of a clinic, which the router opens to nobody else. */
export function useClinic(): SessionClinic {
  const { clinic } = useSession()
  if (clinic === null) throw new Error('This room belongs to a clinic.')
  return clinic
}

/** Enters another clinic: what was known of the one before is forgotten. */
export function useEnterClinic() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (clinicId: string) => {
      const { data } = (await request('PUT', '/session/clinic', { clinicId })) as { data: Session }
      return data
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
    mutationFn: () => request('DELETE', '/session'),
    onSuccess: () => {
      client.clear()
      location.assign('/login')
    },
  })
}
