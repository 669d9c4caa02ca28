import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { clinicDays } from './clinic-time.ts'
import { sessionQuery } from './session.ts'

/** The zone of the clinic of the address; none where the address is of no clinic. */
export function useTimeZone(): string | undefined {
  const { clinicId } = useParams({ strict: false })
  const { data: session } = useQuery({ ...sessionQuery, enabled: false })
  return session?.clinics.find(({ id }) => id === clinicId)?.timeZone
}

/** The days of the clinic of the address. */
export function useDays() {
  const timeZone = useTimeZone()
  return useMemo(() => clinicDays(timeZone), [timeZone])
}
