import { hash } from 'node:crypto'

/** Trees of hashes as RFC 6962, section 2.1, has them: leaves and nodes begin with bytes of their own. */

const BYTES = 32
const [LEAF, NODE] = [Buffer.from([0]), Buffer.from([1])]

const sha256 = (content: Buffer): Buffer => hash('sha256', content, 'buffer')

export const leafHash = (content: string): Buffer => sha256(Buffer.concat([LEAF, Buffer.from(content)]))
const nodeHash = (left: Buffer, right: Buffer): Buffer => sha256(Buffer.concat([NODE, left, right]))

/** The roots of the perfect subtrees that a tree consists of, largest first: all that it needs to grow on. */
export type Peaks = readonly Buffer[]

/** The peaks of a tree of `size` leaves after these were added. */
export function grown(peaks: Peaks, size: number, leaves: readonly Buffer[]): Peaks {
  const grow = [...peaks]
  for (const [index, leaf] of leaves.entries()) {
    let top = leaf
    // Every one at the end of the size, in binary, is a subtree as large as the one that has just been completed.
    for (let rest = size + index; rest % 2 === 1; rest = Math.floor(rest / 2)) {
      const left = grow.pop()
      if (!left) throw new Error('A tree has fewer peaks than its size says.')
      top = nodeHash(left, top)
    }
    grow.push(top)
  }
  return grow
}

export const rootOf = (peaks: Peaks): Buffer =>
  peaks.length === 0 ? sha256(Buffer.alloc(0)) : peaks.reduceRight((right, left) => nodeHash(left, right))

/** The tree from its leaves up, each level its hashes one after the other; a node without a neighbour is taken up as it is. */
export type Levels = readonly Buffer[]

export function levelsOf(leaves: Buffer): Levels {
  const levels = [leaves]
  for (let level = leaves; level.length > BYTES; levels.push(level)) level = paired(level)
  return levels
}

const hashAt = (level: Buffer, index: number): Buffer => level.subarray(index * BYTES, (index + 1) * BYTES)

function paired(level: Buffer): Buffer {
  const count = level.length / BYTES
  const above = Buffer.alloc(Math.ceil(count / 2) * BYTES)
  for (let index = 0; index < count; index += 2) {
    const left = hashAt(level, index)
    const node = index + 1 < count ? nodeHash(left, hashAt(level, index + 1)) : left
    node.copy(above, (index / 2) * BYTES)
  }
  return above
}

/** What proves, with the leaf, that it is in the tree at this place: the neighbours from the leaf up. */
export const inclusionProof = (levels: Levels, index: number): Buffer[] =>
  levels.flatMap((level, height) => {
    const neighbour = hashAt(level, Math.floor(index / 2 ** height) ^ 1)
    return neighbour.length > 0 ? [neighbour] : []
  })

/** The place of a leaf among others, looked for from a place on; -1 where it is not. */
export function placeOf(leaves: Buffer, leaf: Buffer, from = 0): number {
  for (let at = leaves.indexOf(leaf, from * BYTES); at >= 0; at = leaves.indexOf(leaf, at + 1))
    if (at % BYTES === 0) return at / BYTES
  return -1
}

/** Hashes one after the other, as they are stored. */
export const joined = (hashes: readonly Buffer[]): Buffer => Buffer.concat(hashes)
export const parted = (bytes: Buffer): Buffer[] =>
  Array.from({ length: bytes.length / BYTES }, (_, index) => bytes.subarray(index * BYTES, (index + 1) * BYTES))
