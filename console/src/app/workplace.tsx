import { lazy, Suspense } from 'react'
import { PlainWorkplace } from './plain-workplace.tsx'

/** What cannot be loaded leaves the name alone, which stands there until then, too. */
const Switch = lazy(() =>
  import('./workplace-switch.tsx').then(
    ({ WorkplaceSwitch }) => ({ default: WorkplaceSwitch }),
    () => ({ default: PlainWorkplace }),
  ),
)

/** The workplace one is in, and the way to another: a clinic or a publisher, in the frame of either. */
export const Workplace = () => (
  <Suspense fallback={<PlainWorkplace />}>
    <Switch />
  </Suspense>
)
