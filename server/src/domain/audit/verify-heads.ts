import { sql } from '../../db/statement.ts'
import type { PlatformTx } from '../../kernel/tx.ts'
import { type HeadRow, headHash, signedText } from './audit-head.ts'
import { isSignedBy } from './signing-key.ts'
import type { Fault } from './verify-day.ts'

type BareHead = Omit<HeadRow, 'leaves' | 'peaks'>

const PAGE = 1_000
const heads = sql<BareHead>(`
  select company_id, number, day, size, root, previous, sealed_at, sealed_to, closing, imported, key_id, signature
  from audit_head where company_id = $1 and number > $2 order by number limit ${PAGE}`)
const keys = sql<{ id: string; public_key: Buffer }>('select id, public_key from audit_key')

const same = (one: Buffer | null, other: Buffer | null): boolean =>
  one === null || other === null ? one === other : one.equals(other)

/** Whether a head follows from the one before: the next number, its hash, and the same day or, once that is closed, a later one. */
function follows(head: BareHead, before: BareHead | undefined): boolean {
  if (!before) return head.number === 1 && head.previous === null
  const goesOn = before.closing ? head.day > before.day : head.day === before.day && head.size >= before.size
  return goesOn && head.number === before.number + 1 && same(head.previous, headHash(before))
}

/** Checks all heads of a clinic, each by its signature and by the one before. */
export async function verifyHeads(tx: PlatformTx, companyId: string): Promise<Fault[]> {
  const keyOf = new Map((await tx.sql(keys([]))).map(({ id, public_key: key }) => [id, key]))
  const faults: Fault[] = []
  let before: BareHead | undefined
  for (let page: BareHead[] | undefined; page === undefined || page.length === PAGE; ) {
    page = await tx.sql(heads([companyId, before?.number ?? 0]))
    for (const head of page) {
      const key = keyOf.get(head.key_id)
      const isSigned = key !== undefined && isSignedBy(key, signedText(head), head.signature)
      if (!isSigned || !follows(head, before)) faults.push({ day: head.day, kind: 'SEAL', where: String(head.number) })
      before = head
    }
  }
  return faults
}
