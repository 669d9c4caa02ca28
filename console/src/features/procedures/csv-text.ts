/** More than is taken; what it weighs says so before it is sent. */
export const MOST_CSV_BYTES = 900_000

const MARKS: readonly { bytes: readonly number[]; encoding: string }[] = [
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
]

/** The text of a file as spreadsheets save it: in UTF-8, in UTF-16 with its mark, or else in the Arabic code page of Windows. */
export function csvText(file: ArrayBuffer): string {
  const bytes = new Uint8Array(file)
  const marked = MARKS.find(mark => mark.bytes.every((byte, index) => bytes[index] === byte))
  if (marked) return new TextDecoder(marked.encoding).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1256').decode(bytes)
  }
}
