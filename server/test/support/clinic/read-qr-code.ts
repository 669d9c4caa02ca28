/** The values of a code by their tag; undefined for what is no such code. */
export function readQrCode(code: string): Map<number, string> | undefined {
  const bytes = Buffer.from(code, 'base64')
  const values = new Map<number, string>()
  for (let at = 0; at < bytes.length; ) {
    const [tag, length] = [bytes[at], bytes[at + 1]]
    if (tag === undefined || length === undefined || at + 2 + length > bytes.length) return undefined
    values.set(tag, bytes.toString('utf8', at + 2, at + 2 + length))
    at += 2 + length
  }
  return values
}
