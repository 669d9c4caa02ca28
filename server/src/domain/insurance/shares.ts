import type { SHARE_REASONS } from '@clinic/contract/staff/checkout-preview.ts'
import { percentOf } from '../../kernel/values/money.ts'

export type ShareReason = (typeof SHARE_REASONS)[number]

/** What an insurer bears for a patient, in minor units. */
export interface Insured {
  insurerId: string
  /** Its share of each line with tax. */
  percent: number
  /** The most that the patient bears of what is covered on an invoice; null without a limit. */
  mostOfPatientMinor: number | null
  /** What is left of the year; null without a limit. */
  leftMinor: number | null
  /** Whether procedures that need it are borne once they are approved alone. */
  asksForApproval: boolean
  hasEnded: boolean
}

/** A line as an insurer looks at it. */
export interface InsuredLine {
  totalMinor: number
  isCovered: boolean
  needsApproval: boolean
  isApproved: boolean
}

/** What the insurer bears of a line, and why it bears nothing, or less than its share. */
export interface Share {
  minor: number
  reason: ShareReason | null
}

/**
 * What an insurer bears, line by line: its percentage, rounded half up; what the patient would bear above the most of an
 * invoice goes to the insurer; what is left of the year caps the sum, the last line first.
 */
export function sharesOf(insured: Insured | undefined, lines: readonly InsuredLine[]): Share[] {
  if (!insured) return lines.map(() => ({ minor: 0, reason: null }))
  const shares = lines.map(line => {
    const reason = barrier(insured, line)
    return { minor: reason === null ? percentOf(line.totalMinor, insured.percent) : 0, reason }
  })
  return capped(relieved(shares, lines, insured), insured)
}

function barrier({ hasEnded, asksForApproval }: Insured, line: InsuredLine): ShareReason | null {
  if (hasEnded) return 'COVERAGE_ENDED'
  if (!line.isCovered) return 'NOT_COVERED'
  return asksForApproval && line.needsApproval && !line.isApproved ? 'APPROVAL_MISSING' : null
}

function relieved(
  shares: readonly Share[],
  lines: readonly InsuredLine[],
  { mostOfPatientMinor: most }: Insured,
): Share[] {
  const ofPatient = shares.map(({ minor, reason }, at) => (reason === null ? (lines[at]?.totalMinor ?? 0) - minor : 0))
  let above = most === null ? 0 : ofPatient.reduce((sum, minor) => sum + minor, 0) - most
  return shares.map((share, at) => {
    const taken = Math.max(Math.min(above, ofPatient[at] ?? 0), 0)
    above -= taken
    return { ...share, minor: share.minor + taken }
  })
}

function capped(shares: readonly Share[], { leftMinor: left }: Insured): Share[] {
  let above = left === null ? 0 : shares.reduce((sum, { minor }) => sum + minor, 0) - left
  const cut = shares.toReversed().map(share => {
    const taken = Math.max(Math.min(above, share.minor), 0)
    above -= taken
    return taken === 0 ? share : { minor: share.minor - taken, reason: 'LIMIT_REACHED' as const }
  })
  return cut.toReversed()
}
