import { notifications } from '@mantine/notifications'
import { ui } from './texts.ts'

/** What the button is called that takes a message away. */
export const closeLabel = (): string => (document.documentElement.lang === 'ar' ? ui.ar : ui.en).close

const show = (message: string, more: { role?: string; color?: string }): void =>
  void notifications.show({ message, closeButtonProps: { 'aria-label': closeLabel() }, ...more })

/** Says what has been done; announced, and gone after some seconds. */
export const say = (message: string): void => show(message, { role: 'status' })

/** Says what could not be done. */
export const complain = (message: string): void => show(message, { color: 'red' })
