const [MS_DIGITS, ID_DIGITS] = [9, 11]
const SHAPE = new RegExp(`^aud_([0-9a-z]{${MS_DIGITS}})([0-9a-z]{${ID_DIGITS}})$`)

/** A record's key in one word: when it was taken in and what tells it apart from others of that millisecond. */
export const auditId = (recordedAt: string, id: string | number): string =>
  `aud_${digits(Date.parse(recordedAt), MS_DIGITS)}${digits(Number(id), ID_DIGITS)}`

const digits = (value: number, length: number): string => value.toString(36).padStart(length, '0')

/** The key that such a word stands for; nothing for any other word. */
export function auditKeyOf(word: string): { recordedAt: string; id: number } | undefined {
  const [, ms, id] = SHAPE.exec(word) ?? []
  if (ms === undefined || id === undefined) return undefined
  const [at, key] = [Number.parseInt(ms, 36), Number.parseInt(id, 36)]
  return at <= Date.UTC(9999, 0) && Number.isSafeInteger(key)
    ? { recordedAt: new Date(at).toISOString(), id: key }
    : undefined
}
