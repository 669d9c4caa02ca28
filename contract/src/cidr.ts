const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/

/** The IPv6 address as URL parsers normalise it (RFC 5952), or nothing for what is none. */
function plainIpv6(text: string): string | undefined {
  const url = `http://[${text}]/`
  return /^[0-9A-Fa-f:.]{2,45}$/.test(text) && URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : undefined
}

/** IPv4 addresses mapped into IPv6 (RFC 4291 section 2.5.5.2) are ranges only from their 96th bit on. */
function fewestBits(address: string): number | undefined {
  if (IPV4.test(address)) return 0
  const plain = plainIpv6(address)
  if (plain === undefined) return undefined
  return plain.startsWith('::ffff:') && plain.split(':').length === 5 ? 96 : 0
}

/** Whether a text is an address range in CIDR notation, IPv4 or IPv6, without leading zeros that some read as octal. */
export function isCidr(text: string): boolean {
  const [, address = '', bits = ''] = /^([^/]+)\/(0|[1-9]\d{0,2})$/.exec(text) ?? []
  const fewest = fewestBits(address)
  return fewest !== undefined && Number(bits) >= fewest && Number(bits) <= (IPV4.test(address) ? 32 : 128)
}
