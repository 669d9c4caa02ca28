const MOST_BYTES = 61_440
const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
const PREFIX = 'data:image/png;base64,'

/** The picture that a page sends of what was drawn: null where nothing was, undefined where it is none that is taken. */
export function drawnSignature(field: string): Buffer | null | undefined {
  if (field === '') return null
  if (!field.startsWith(PREFIX)) return undefined
  const picture = Buffer.from(field.slice(PREFIX.length), 'base64')
  return picture.length <= MOST_BYTES && picture.subarray(0, PNG.length).equals(PNG) ? picture : undefined
}
