import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { grown, inclusionProof, joined, leafHash, levelsOf, type Peaks, parted, rootOf } from './merkle-tree.ts'

/** RFC 6962, section 2.1, word for word, and nothing of ours. */
const sha = (...parts: (string | Buffer)[]): Buffer => {
  const digest = createHash('sha256')
  for (const part of parts) digest.update(part)
  return digest.digest()
}
/** The largest power of two smaller than n. */
function largest(n: number): number {
  let k = 1
  while (k * 2 < n) k *= 2
  return k
}
function treeHash(entries: readonly string[]): Buffer {
  const [only] = entries
  if (only === undefined) return sha('')
  if (entries.length === 1) return sha('\u0000', only)
  const k = largest(entries.length)
  return sha('\u0001', treeHash(entries.slice(0, k)), treeHash(entries.slice(k)))
}
function auditPath(m: number, entries: readonly string[]): Buffer[] {
  if (entries.length === 1) return []
  const k = largest(entries.length)
  return m < k
    ? [...auditPath(m, entries.slice(0, k)), treeHash(entries.slice(k))]
    : [...auditPath(m - k, entries.slice(k)), treeHash(entries.slice(0, k))]
}

const hex = (hashes: readonly Buffer[]) => hashes.map(one => one.toString('hex'))
const entries = fc.array(fc.string(), { maxLength: 70 })
const grownBy = (batches: readonly (readonly string[])[]): Peaks => {
  let [peaks, size]: [Peaks, number] = [[], 0]
  for (const batch of batches) {
    peaks = grown(peaks, size, batch.map(leafHash))
    size += batch.length
  }
  return peaks
}

test('the known trees of Certificate Transparency have their known roots', () => {
  const inputs = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
  const texts = inputs.map(one => Buffer.from(one, 'hex').toString('latin1'))
  const roots = [
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ]
  for (const [index, root] of roots.entries())
    assert.equal(rootOf(grownBy([texts.slice(0, index + 1)])).toString('hex'), root)
})

test('however a tree grows, its root is that of RFC 6962', () => {
  fc.assert(
    fc.property(fc.array(entries, { maxLength: 6 }), batches => {
      const all = batches.flat()
      assert.deepEqual(rootOf(grownBy(batches)), treeHash(all))
      const top = levelsOf(joined(all.map(leafHash))).at(-1)
      if (all.length > 0) assert.deepEqual(top, treeHash(all))
    }),
  )
})

test('every proof is the audit path of RFC 6962', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 70 }), all => {
      const levels = levelsOf(joined(all.map(leafHash)))
      for (const index of all.keys()) assert.deepEqual(hex(inclusionProof(levels, index)), hex(auditPath(index, all)))
    }),
  )
})

test('hashes come out of what they are stored as', () => {
  fc.assert(
    fc.property(entries, all => assert.deepEqual(hex(parted(joined(all.map(leafHash)))), hex(all.map(leafHash)))),
  )
})
