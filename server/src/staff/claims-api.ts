import { getAging } from '@clinic/contract/staff/aging.ts'
import type { CLAIM_DEEDS } from '@clinic/contract/staff/claim-parts.ts'
import {
  createClaim,
  exportClaim,
  followUpClaim,
  getBillable,
  getClinicClaim,
  getOpenItems,
  listClinicClaims,
  submitClaim,
  updateClaim,
} from '@clinic/contract/staff/claims.ts'
import type { Permission } from '@clinic/contract/staff/permissions.ts'
import { agingOf } from '../domain/claims/aging.ts'
import { askInsurer, changeAsked, followUp, handOver } from '../domain/claims/ask-insurer.ts'
import { judgedOf } from '../domain/claims/billable.ts'
import { type ClaimRow, isWithInsurer } from '../domain/claims/claim.ts'
import { clinicClaims, openItemsOf, readClaim } from '../domain/claims/clinic-claims.ts'
import { branchesOf } from '../kernel/branch-sight.ts'
import { implement } from '../kernel/implement.ts'
import { page } from '../kernel/page.ts'
import type { Tx } from '../kernel/tx.ts'
import { presentAging } from '../present/aging.ts'
import {
  presentBillable,
  presentClaimEntry,
  presentClaimSheet,
  presentClaimTable,
  presentOpenItems,
} from '../present/claims.ts'

type ClaimDeed = (typeof CLAIM_DEEDS)[number]

/** What the member who asks may do with a claim as it is. */
function allowedWith({ caller }: Tx, { status, invoice_count }: ClaimRow): ClaimDeed[] {
  const isPlanned = status === 'PLANNING'
  const isOpen = isWithInsurer(status) && status !== 'FULLY_CLAIMED'
  const deeds: readonly (readonly [deed: ClaimDeed, may: Permission, can: boolean])[] = [
    ['CHANGE', 'claims:write', isPlanned],
    ['SUBMIT', 'claims:write', isPlanned && invoice_count > 0],
    ['FOLLOW_UP', 'claims:write', isOpen],
    ['REMIT', 'remittances:post', isOpen],
  ]
  return deeds.flatMap(([deed, may, can]) => (can && caller.holds(`may:${may}`) ? deed : []))
}

async function claim(tx: Tx, id: string) {
  const found = await readClaim(tx, id)
  return { data: presentClaimSheet({ ...found, allowed: allowedWith(tx, found) }, tx.clinic) }
}

/** What insurers are asked for, and how that is followed up. */
export const claimsApi = [
  implement(listClinicClaims, (tx, query) => {
    const branches = branchesOf(tx)
    return page(tx, clinicClaims, { ...query, ...(branches && { branches }) }, presentClaimEntry)
  }),
  implement(getClinicClaim, (tx, { id }) => claim(tx, id)),
  implement(getBillable, async (tx, { from, to, ...whose }) => {
    await tx.get('branch', whose.branchId)
    await tx.get('insurance_company', whose.insuranceCompanyId)
    return { data: presentBillable(await judgedOf(tx, { ...whose, startDate: from, endDate: to }, '/to'), tx.clinic) }
  }),
  implement(getOpenItems, async (tx, { insuranceCompanyId }) => ({
    data: presentOpenItems(await openItemsOf(tx, insuranceCompanyId), tx.clinic),
  })),
  implement(exportClaim, async (tx, { id }) => ({ data: presentClaimTable(await readClaim(tx, id), tx.clinic) })),
  implement(getAging, async (tx, input) => ({ data: presentAging(await agingOf(tx, input), tx.clinic) })),
  implement(createClaim, async (tx, input) => claim(tx, (await askInsurer(tx, input)).id)),
  implement(updateClaim, async (tx, input) => claim(tx, (await changeAsked(tx, input)).id)),
  implement(submitClaim, async (tx, { id, reference }) => {
    await handOver(tx, { id, ...(reference !== undefined && { reference }) })
    return claim(tx, id)
  }),
  implement(followUpClaim, async (tx, input) => {
    await followUp(tx, input)
    return claim(tx, input.id)
  }),
]
