import { lazy, Suspense } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useRead } from '../../lib/use-read.ts'
import { Loaded, Loading } from '../../ui/states.tsx'
import { SideDrawer } from '../../ui/url-drawer.tsx'
import { booking } from './texts.ts'
import { useBooking } from './use-booking.ts'

const BookingForm = lazy(() => import('./booking-form.tsx').then(module => ({ default: module.BookingForm })))

/** What the desk does beside any room. */
export function Desk() {
  const t = useTexts(booking)
  const { asked, close } = useBooking()
  const workplace = useRead('getWorkplace', {})
  return (
    <SideDrawer title={t.title} isOpen={asked?.desk === 'visit'} close={close}>
      {() => (
        <Loaded query={workplace} rows={6} height={60}>
          {known => (
            <Suspense fallback={<Loading rows={6} height={60} />}>
              <BookingForm workplace={known} place={asked?.place ?? {}} />
            </Suspense>
          )}
        </Loaded>
      )}
    </SideDrawer>
  )
}
