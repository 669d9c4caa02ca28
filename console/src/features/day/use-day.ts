import type { Input } from '../../lib/api.ts'
import { useRead } from '../../lib/use-read.ts'

/** The day of a branch; a room whose row in the table says that appointments are live in it shows each change. */
export const useDay = ({ branchId, ...asked }: Partial<Input<'getDay'>>) =>
  useRead('getDay', { branchId: branchId ?? '', ...asked }, { when: branchId !== undefined, keeps: true })
