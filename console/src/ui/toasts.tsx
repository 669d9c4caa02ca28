import { useMediaQuery } from '@mantine/hooks'
import { Notifications } from '@mantine/notifications'

/** Where messages appear: at the bottom, but on a phone, where the buttons of forms are there, at the top. */
export function Toasts() {
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  return <Notifications position={isPhone ? 'top-center' : 'bottom-center'} autoClose={6_000} />
}
