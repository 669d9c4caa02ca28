import type { Input } from '@clinic/contract/kernel.ts'
import {
  type previewRemittance as declared,
  postRemittance,
  previewRemittance,
} from '@clinic/contract/staff/remittances.ts'
import { requireTreasury } from '../domain/books/kept-treasuries.ts'
import { postRemittance as post, remittanceLines } from '../domain/claims/post-remittance.ts'
import { previewRemittance as preview } from '../domain/claims/preview-remittance.ts'
import type { RemittanceLine } from '../domain/claims/remittance-lines.ts'
import { branchesOf } from '../kernel/branch-sight.ts'
import { implement } from '../kernel/implement.ts'
import type { Tx } from '../kernel/tx.ts'
import { minorOf } from '../kernel/values/minor-of.ts'
import { presentRemittance, presentRemittancePreview } from '../present/remittances.ts'

const inMinor = ({ clinic }: Tx, lines: Input<typeof declared>['lines']): RemittanceLine[] =>
  lines.map(({ received, rejected, ...line }, place) => ({
    ...line,
    receivedMinor: minorOf(clinic, received, `/lines/${place}/received`),
    rejectedMinor: minorOf(clinic, rejected, `/lines/${place}/rejected`),
  }))

/** What insurers pay for claims. */
export const remittancesApi = [
  implement(previewRemittance, async (tx, { total, lines, insuranceCompanyId }) => {
    const totalMinor = minorOf(tx.clinic, total, '/total')
    const found = await preview(tx, { insuranceCompanyId, totalMinor, lines: inMinor(tx, lines) })
    return { data: presentRemittancePreview(found, tx.clinic) }
  }),
  implement(postRemittance, async (tx, { total, lines, ...said }) => {
    await requireTreasury(tx, said.treasuryId)
    const totalMinor = minorOf(tx.clinic, total, '/total')
    const made = await post(tx, { ...said, totalMinor, lines: inMinor(tx, lines), branches: branchesOf(tx) })
    return { data: presentRemittance({ ...made, lines: await remittanceLines(tx, made.id) }, tx.clinic) }
  }),
]
