import { isPermitted, type Permission } from '@clinic/contract/staff/permissions.ts'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useConfirmed } from '../ui/step-up.tsx'
import { ask } from './api.ts'
import { lastClinic } from './last-clinic.ts'
import { landingClinic, type Session, type SessionClinic, sessionQuery } from './session.ts'

export const useSession = (): Session => useSuspenseQuery(sessionQuery).data

/** The clinic of the address; where that has none, the one that this tab leads back to. */
export function useClinic(): SessionClinic | undefined {
  const session = useSession()
  const { clinicId } = useParams({ strict: false })
  return clinicId === undefined ? landingClinic(session) : session.clinics.find(({ id }) => id === clinicId)
}

/** Whether the role in that clinic permits it. */
export function useMay(permission: Permission): boolean {
  const clinic = useClinic()
  return clinic !== undefined && isPermitted(clinic.role, permission)
}

/**
 * Says to the server which clinic the next login lands in. Where the clinic wants a second factor that the login lacks,
 * asks for it.
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
    onSuccess: (session, clinicId) => {
      lastClinic.keep(clinicId)
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
      lastClinic.forget()
      location.assign('/login')
    },
  })
}
