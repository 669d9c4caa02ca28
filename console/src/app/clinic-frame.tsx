import { useNetwork } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useMatches, useParams } from '@tanstack/react-router'
import { Fragment, lazy, Suspense, useEffect, useState } from 'react'
import { useBooking, useMayBook } from '../features/booking/use-booking.ts'
import { SandboxBar } from '../features/sandbox/sandbox-bar.tsx'
import { ask } from '../lib/api.ts'
import { isOfOtherClinic } from '../lib/clinic.ts'
import { useTexts } from '../lib/language-choice.tsx'
import { lastClinic } from '../lib/last-clinic.ts'
import { sessionQuery } from '../lib/session.ts'
import { useClinic } from '../lib/use-session.ts'
import { Notice } from '../ui/notice.tsx'
import { ui } from '../ui/texts.ts'
import { LostRoom } from './lost-room.tsx'
import { RefusedRoom } from './refused-room.tsx'
import { isThere, mayOpen } from './room-access.ts'
import { useLive } from './use-live.ts'

// What most clinics rarely see is no part of the first load.
const Notices = lazy(() => import('../features/notices/notices.tsx').then(({ Notices }) => ({ default: Notices })))
const StopBar = lazy(() => import('../features/plugins/stop-bar.tsx').then(({ StopBar }) => ({ default: StopBar })))
const Desk = lazy(() => import('../features/booking/desk.tsx').then(({ Desk }) => ({ default: Desk })))
const Arrivals = lazy(() => import('../features/flow/arrivals.tsx').then(({ Arrivals }) => ({ default: Arrivals })))

/** The room of the address, in the clinic of the address: nothing of another clinic stays in sight or in memory. */
export function ClinicFrame() {
  const { clinicId } = useParams({ from: '/staff/c/$clinicId' })
  const clinic = useClinic()
  const room = useMatches({ select: matches => matches.at(-1)?.staticData.room })
  useArrival(clinicId, clinic !== undefined)
  const isTold = useLive(clinicId, clinic !== undefined, room)
  const { online } = useNetwork()
  const words = useTexts(ui)
  const isDeskAsked = useIsDeskAsked()
  if (clinic === undefined || (room !== undefined && !isThere(clinic, room))) return <LostRoom />
  if (room !== undefined && !mayOpen(clinic.role, room)) return <RefusedRoom room={room} />
  return (
    <Fragment key={clinicId}>
      <Suspense>
        <StopBar />
      </Suspense>
      {clinic.sandbox && <SandboxBar />}
      {online && !isTold && (
        <div className="banner">
          <Notice tone="warn">{words.untold}</Notice>
        </div>
      )}
      <Suspense>
        <Notices />
      </Suspense>
      {clinic.role === 'doctor' && (
        <Suspense>
          <Arrivals />
        </Suspense>
      )}
      <Outlet />
      {isDeskAsked && (
        <Suspense>
          <Desk />
        </Suspense>
      )}
    </Fragment>
  )
}

/** Whether what the desk does beside the rooms was opened since the page was loaded, by who may. */
function useIsDeskAsked(): boolean {
  const mayBook = useMayBook()
  const isAsked = useBooking().asked !== undefined && mayBook
  const [wasAsked, setWasAsked] = useState(false)
  if (isAsked && !wasAsked) setWasAsked(true)
  return isAsked || wasAsked
}

/** Forgets what was known of other clinics, and has this tab and the next login lead back here. */
function useArrival(clinicId: string, isMember: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    client.removeQueries({ predicate: ({ queryKey }) => isOfOtherClinic(queryKey, clinicId) })
    if (!isMember) return
    lastClinic.keep(clinicId)
    if (client.getQueryData(sessionQuery.queryKey)?.clinic?.id === clinicId) return
    // Where it cannot be kept, the next login asks which clinic it is.
    ask('enterClinic', { clinicId }).then(
      session => client.setQueryData(sessionQuery.queryKey, session),
      () => undefined,
    )
  }, [client, clinicId, isMember])
}
