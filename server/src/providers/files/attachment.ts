const pct = (text: string): string =>
  encodeURIComponent(text).replace(/['()*]/g, found => `%${found.charCodeAt(0).toString(16).toUpperCase()}`)

/**
 * Content-Disposition of a download (RFC 6266): the name in UTF-8 for programs that read RFC 8187, and in ASCII for the others.
 */
export function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${pct(name)}`
}
