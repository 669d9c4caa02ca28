import type { Returned } from '../../lib/api.ts'

export type KeptFile = Returned<'listFilesOfPatient'>

const SHOWN = ['image/jpeg', 'image/png', 'image/webp', 'image/bmp']

/** Whether browsers show it as a picture. */
export const isPicture = ({ contentType }: KeptFile): boolean => SHOWN.includes(contentType)
