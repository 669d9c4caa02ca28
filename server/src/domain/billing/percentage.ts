import { refuseInput } from '../../kernel/errors.ts'

/** Refuses a percentage that has more than two decimals. */
export function requirePercent(percent: number, path: string): void {
  if (Math.round(percent * 100) / 100 !== percent)
    refuseInput({ path, code: 'decimals', message: 'must have at most two decimals' })
}
