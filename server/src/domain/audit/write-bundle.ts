import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { canonicalJson } from '@clinic/contract/canonical-json.ts'
import { sql } from '../../db/statement.ts'
import type { ExportContext, ExportOut } from '../exports/export-kind.ts'
import { zipWriter } from '../exports/zip-writer.ts'
import type { AuditExportParams } from './audit-export-params.ts'
import { type HeadRow, headShown } from './audit-head.ts'
import { leafOf, type RecordRow } from './audit-leaf.ts'
import { type DaySpan, recordsOfSubject, spansOf } from './export-subject.ts'
import { inclusionProof, levelsOf, placeOf } from './merkle-tree.ts'

type BareHead = Omit<HeadRow, 'leaves' | 'peaks'>

const HEAD = `company_id, number, day, size, root, previous, sealed_at, sealed_to, closing, imported, key_id, signature`
const headsOfDay = sql<BareHead>(`
  select ${HEAD} from audit_head where company_id = $1 and day = $2 order by number`)
const leavesOfDay = sql<{ leaves: Buffer }>(`
  select leaves from audit_head where company_id = $1 and day = $2 order by number`)
const keys = sql<{ id: string; public_key: Buffer }>('select id, public_key from audit_key order by id')

/** The tree of a day, as far as it is sealed. */
async function treeOf({ inClinic, job }: ExportContext, { day }: DaySpan) {
  const parts = await inClinic(tx => tx.sql(leavesOfDay([job.company_id, day])))
  const leaves = Buffer.concat(parts.map(part => part.leaves))
  const levels = levelsOf(leaves)
  let next = 0
  return {
    size: leaves.length / 32,
    /** A record's place and proof; no proof where it is not in the tree. */
    prove(row: RecordRow) {
      const index = placeOf(leaves, leafOf(row), next)
      if (index < 0) return { index: null, proof: [] }
      next = index + 1
      return { index, proof: inclusionProof(levels, index).map(hash => hash.toString('hex')) }
    },
  }
}

const present = (row: RecordRow) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))

/** What a day of the bundle holds, which is signed: no line can be taken out of it unseen. */
interface DayOfBundle {
  day: string
  /** How many records of the day were sealed. */
  sealed: number
  records: number
  sha256: string
}

/** The records as lines, each with its number and its proof. Of whom they are not, the tree has the hashes alone. */
async function* lines(context: ExportContext, params: AuditExportParams, out: ExportOut, days: DayOfBundle[]) {
  const spans = await context.inClinic(tx => spansOf(tx, params))
  let n = 0
  for (const [index, span] of spans.entries()) {
    const [digest, before] = [createHash('sha256'), n]
    let tree: Awaited<ReturnType<typeof treeOf>> | undefined
    for await (const rows of recordsOfSubject(context.inClinic, params, span))
      for (const row of rows) {
        tree ??= await treeOf(context, span)
        const line = `${canonicalJson({ n: ++n, day: span.day, size: tree.size, ...tree.prove(row), record: present(row) })}\n`
        digest.update(line)
        yield line
      }
    if (n > before)
      days.push({ day: span.day, sealed: tree?.size ?? 0, records: n - before, sha256: digest.digest('hex') })
    await out.progress((index + 1) / spans.length)
  }
}

/** The seals of these days: of the whole clinic all, which follow each other, else the last of each. */
async function* heads({ inClinic, job }: ExportContext, params: AuditExportParams, days: readonly DayOfBundle[]) {
  const isWhole = params.patientId === undefined && params.caller === undefined
  for (const { day, sealed } of days) {
    const known = await inClinic(tx => tx.sql(headsOfDay([job.company_id, day])))
    const all = known.filter(({ size }) => size <= sealed)
    for (const head of isWhole ? all : all.slice(-1)) yield `${canonicalJson(headShown(head))}\n`
  }
}

/** The keys of all seals, and the one of this bundle, with which nothing may be sealed yet. */
async function keysShown({ inClinic, key: own }: ExportContext): Promise<string> {
  const known = await inClinic(tx => tx.sql(keys([])))
  const all = new Map([...known.map(({ id, public_key: key }) => [id, key] as const), [own.id, own.publicKey]])
  const shown = [...all].map(([id, key]) => ({
    ...{ kty: 'OKP', crv: 'Ed25519', use: 'sig', alg: 'EdDSA', kid: id },
    x: key.toString('base64url'),
  }))
  return `${JSON.stringify({ keys: shown }, null, 2)}\n`
}

/** What the bundle is of, signed with the key of the seals. */
function signedManifest({ job, key }: ExportContext, params: AuditExportParams, days: readonly DayOfBundle[]): string {
  const { patientId: patient = null, caller = null, from = null, to = null } = params
  const told = { clinic: job.company_id, patient, caller, from, to, madeAt: job.created_at, days, key: key.id }
  const signature = key.sign(canonicalJson(told))
  return `${JSON.stringify({ ...told, signature: signature.toString('hex') }, null, 2)}\n`
}

const README = `Unpack this archive and run, without a connection, with Node.js 20 or newer:

    node verify.mjs

It prints OK, or the first day and record that differ. keys.json holds the public keys that the seals are
signed with. To rely on nothing in this archive, fetch them from /.well-known/audit-keys.json of the platform
and give that file: node verify.mjs audit-keys.json
`

/** The records of the subject with their proofs, the seals, the keys, and the program that checks all of it. */
export async function writeBundle(context: ExportContext, params: AuditExportParams, out: ExportOut): Promise<void> {
  const zip = zipWriter(out)
  const days: DayOfBundle[] = []
  await zip.add('records.jsonl', lines(context, params, out, days))
  await zip.add('heads.jsonl', heads(context, params, days))
  await zip.add('keys.json', [await keysShown(context)])
  await zip.add('bundle.json', [signedManifest(context, params, days)])
  await zip.add('verify.mjs', [await readFile(new URL('bundle/verify.mjs', import.meta.url))])
  await zip.add('README.txt', [README])
  await zip.end()
}
