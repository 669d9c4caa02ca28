/**
 * The one text of a JSON value (RFC 8785): keys in the order of their UTF-16 code units, no white space. Two documents
 * that say the same have the same text, so its hash names what they say.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).filter(([, item]) => item !== undefined)
  entries.sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join()}}`
}
