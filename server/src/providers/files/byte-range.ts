/** A part of a file, `end` not included. */
export interface ByteRange {
  start: number
  end: number
}

const ONE_RANGE = /^bytes=(\d*)-(\d*)$/

/**
 * The part that the header Range asks for (RFC 9110 section 14): undefined for the whole, which is also what is answered to
 * several ranges and to what is no range; null where there is no such part.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | undefined | null {
  const [, first = '', last = ''] = ONE_RANGE.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') return last === '0' || size === 0 ? null : { start: Math.max(0, size - Number(last)), end: size }
  const start = Number(first)
  const end = last === '' ? size : Math.min(size, Number(last) + 1)
  if (last !== '' && Number(last) < start) return undefined
  return start < size ? { start, end } : null
}
