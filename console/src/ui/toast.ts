import { notifications } from '@mantine/notifications'
import { ui } from './texts.ts'

const show = (message: string, more: { role?: string; color?: string }): void => {
  const { close } = document.documentElement.lang === 'ar' ? ui.ar : ui.en
  notifications.show({ message, closeButtonProps: { 'aria-label': close }, ...more })
}

/** Says what has been done; announced, and gone after some seconds. */
export const say = (message: string): void => show(message, { role: 'status' })

/** Says what could not be done. */
export const complain = (message: string): void => show(message, { color: 'red' })
