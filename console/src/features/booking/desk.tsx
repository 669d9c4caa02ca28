import { lazy, type ReactNode, Suspense } from 'react'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useRead } from '../../lib/use-read.ts'
import { Loaded, Loading } from '../../ui/states.tsx'
import { SideDrawer } from '../../ui/url-drawer.tsx'
import { booking } from './texts.ts'
import { useBooking } from './use-booking.ts'

const BookingForm = lazy(() => import('./booking-form.tsx').then(module => ({ default: module.BookingForm })))
const WalkInForm = lazy(() => import('../walk-in/walk-in-form.tsx').then(module => ({ default: module.WalkInForm })))
const NewTask = lazy(() => import('../tasks/new-task.tsx').then(module => ({ default: module.NewTask })))
const WaitList = lazy(() => import('../wait-list/wait-list.tsx').then(module => ({ default: module.WaitList })))

/** What the desk does beside any room. */
export function Desk() {
  const t = useTexts(booking)
  const { asked, close } = useBooking()
  const { desk, place = {} } = asked ?? {}
  return (
    <>
      <SideDrawer title={t.title} isOpen={desk === 'visit'} close={close}>
        {() => <InWorkplace>{workplace => <BookingForm workplace={workplace} place={place} />}</InWorkplace>}
      </SideDrawer>
      <SideDrawer title={t.walkIn} isOpen={desk === 'walkIn'} close={close}>
        {() => <InWorkplace>{workplace => <WalkInForm workplace={workplace} />}</InWorkplace>}
      </SideDrawer>
      <SideDrawer title={place.start ? t.fill : t.waitList} isOpen={desk === 'waiting'} close={close}>
        {() => <InWorkplace>{workplace => <WaitList workplace={workplace} place={place} />}</InWorkplace>}
      </SideDrawer>
      <SideDrawer title={t.newTask} isOpen={desk === 'task'} close={close}>
        {() => <InWorkplace>{workplace => <NewTask workplace={workplace} place={place} />}</InWorkplace>}
      </SideDrawer>
    </>
  )
}

/** What is chosen from in a form of the desk is there before the form is. */
function InWorkplace({ children }: { children: (workplace: Returned<'getWorkplace'>) => ReactNode }) {
  return (
    <Loaded query={useRead('getWorkplace', {})} rows={6} height={60}>
      {workplace => <Suspense fallback={<Loading rows={6} height={60} />}>{children(workplace)}</Suspense>}
    </Loaded>
  )
}
