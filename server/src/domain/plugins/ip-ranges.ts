import { isCidr } from '@clinic/contract/cidr.ts'
import type { Issue } from '@clinic/contract/errors.ts'

const message = 'must be an address range such as 203.0.113.0/24 or 2001:db8::/32'

/** An issue for each entry of an address allowlist that is no CIDR range. */
export const wrongRanges = (ranges: readonly string[]): Issue[] =>
  ranges.flatMap((range, index) =>
    isCidr(range) ? [] : [{ path: `/allowedIpRanges/${index}`, code: 'format', message }],
  )
