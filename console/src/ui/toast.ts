import { notifications } from '@mantine/notifications'

/** Says what has been done; announced, and gone after some seconds. */
export const say = (message: string): void => void notifications.show({ message, role: 'status' })

/** Says what could not be done. */
export const complain = (message: string): void => void notifications.show({ message, color: 'red' })
