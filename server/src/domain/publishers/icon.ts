import { refuseInput } from '../../kernel/errors.ts'

/** What was read at an address: as it came, or why it was not. */
export type Fetched = Buffer | 'absent' | 'unreachable' | 'too_large'
export type FetchedIcon = Fetched

/** Reads what lies at an address that a publisher gave, up to so many bytes, without following where it leads on. */
export type FetchFrom = (url: string, mostBytes: number) => Promise<Fetched>

export interface Icon {
  bytes: Buffer
  type: 'image/png' | 'image/jpeg' | 'image/webp'
}

export const MOST_ICON_BYTES = 262_144

const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
const JPEG = Buffer.from('ffd8ff', 'hex')
const textAt = (bytes: Buffer, at: number): string => bytes.toString('latin1', at, at + 4)

/** What a picture is by how it begins; what a server calls it is not asked. */
function typeOf(bytes: Buffer): Icon['type'] | undefined {
  if (bytes.subarray(0, PNG.length).equals(PNG)) return 'image/png'
  if (bytes.subarray(0, JPEG.length).equals(JPEG)) return 'image/jpeg'
  return textAt(bytes, 0) === 'RIFF' && textAt(bytes, 8) === 'WEBP' ? 'image/webp' : undefined
}

/** The picture that was fetched, or a refusal of where it was looked for. */
export function requireIcon(fetched: FetchedIcon): Icon {
  if (fetched === 'absent' || fetched === 'unreachable') return refuse('unreachable', 'could not be read')
  if (fetched === 'too_large') return refuse('too_large', `must be at most ${MOST_ICON_BYTES / 1024} KiB`)
  const type = typeOf(fetched)
  return type ? { bytes: fetched, type } : refuse('format', 'must lead to a PNG, JPEG or WebP picture')
}

const refuse = (code: string, message: string): never => refuseInput({ path: '/iconUrl', code, message })
