/** A message of the PostgreSQL protocol as it goes over the wire: its kind, and all of its bytes. */
export interface Frame {
  kind: string
  bytes: Buffer
}

/** What a client may ask before it begins: whether the connection can be encrypted. */
export const SSL_REQUEST = 80_877_103

/** A message of a kind. */
export function frameOf(kind: string, body: Buffer | string): Buffer {
  const head = Buffer.alloc(5)
  head.write(kind)
  head.writeInt32BE(Buffer.byteLength(body) + 4, 1)
  return Buffer.concat([head, Buffer.from(body)])
}

/** Cuts what arrives into messages; those by which a client begins have no kind. */
export function framesOf(take: (frame: Frame) => void, begins: boolean): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0)
  let bare = begins
  return chunk => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const head = bare ? 0 : 1
      if (rest.length < head + 4) return
      const length = head + rest.readInt32BE(head)
      if (rest.length < length) return
      const bytes = rest.subarray(0, length)
      rest = rest.subarray(length)
      take({ kind: bare ? '' : String.fromCharCode(bytes[0] ?? 0), bytes })
      if (bare) bare = bytes.readInt32BE(4) === SSL_REQUEST
    }
  }
}
