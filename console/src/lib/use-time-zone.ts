import type { Clock } from '@clinic/contract/staff/session.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { clinicDays } from './clinic-time.ts'
import { type SessionClinic, sessionQuery } from './session.ts'

function useClinicOfAddress(): SessionClinic | undefined {
  const { clinicId } = useParams({ strict: false })
  const { data: session } = useQuery({ ...sessionQuery, enabled: false })
  return session?.clinics.find(({ id }) => id === clinicId)
}

/** The zone of the clinic of the address; none where the address is of no clinic. */
export const useTimeZone = (): string | undefined => useClinicOfAddress()?.timeZone

/** The clock of the clinic of the address, which is of 24 hours where the address is of no clinic. */
export const useClock = (): Clock => useClinicOfAddress()?.clock ?? 24

/** The days of the clinic of the address. */
export function useDays() {
  const timeZone = useTimeZone()
  return useMemo(() => clinicDays(timeZone), [timeZone])
}
