import type { Returned } from '../../lib/api.ts'
import { useDrawer } from '../../ui/url-drawer.tsx'
import type { Grid } from './field.ts'

const NEW = 'block'
const IS_BLOCK = /^(tof|rbl)_/

interface Place {
  doctorId: string | null
  room: string | null
}

/** Whose time may be blocked: every doctor's and room's, or the own one; of visits without a room nothing can be. */
export function mayBlock(
  { permissions, practitionerId }: Returned<'getWorkplace'>,
  { doctorId, room }: Place,
): boolean {
  if (permissions.includes('blocks:write')) return doctorId !== null || room !== null
  return permissions.includes('blocks:write.own') && doctorId !== null && doctorId === practitionerId
}

/** Opens beside the day what blocks a time of a column, or what is blocked, at addresses of their own. */
export function useBlock({ drawn }: Grid) {
  const { opened, open } = useDrawer()
  const [word, place = '', start = ''] = opened.split(' ')
  const isNew = word === NEW && !Number.isNaN(Date.parse(start))
  return {
    /** The column whose time is to be blocked, from when on. */
    asked: isNew ? { column: drawn[Number(place)]?.column, start, name: opened } : undefined,
    /** The block that is looked at. */
    blockId: IS_BLOCK.test(opened) ? opened : undefined,
    openNew: (column: number, at: string) => open(`${NEW} ${column} ${at}`),
    open,
  }
}
