import type { Surface } from '../http/surface.ts'
import { CONTROL, refuseMisdirected } from '../kernel/misdirected.ts'
import type { Core } from './core.ts'

/** A surface that is served where control is alone: a cell says so. */
export const atControl = <Known>(
  { connections: { cell } }: Pick<Core, 'connections'>,
  surface: Surface<Known>,
): Surface<Known> => (cell === null ? surface : { ...surface, first: () => refuseMisdirected(CONTROL) })
