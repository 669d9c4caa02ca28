import { isCidr } from '@clinic/contract/cidr.ts'
import type { Issue } from '@clinic/contract/errors.ts'

/** Address ranges as they are typed: one on each line, or apart by commas. */
export const rangesOf = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean)

export const rangeIssues = (text: string): Issue[] =>
  rangesOf(text).flatMap((range, index) =>
    isCidr(range) ? [] : [{ path: `/allowedIpRanges/${index}`, code: 'cidr', message: 'must be a range' }],
  )
