/**
 * What one customer of a network has: an IPv4 address, or all that share the first 64 bits of an IPv6 one (RFC 4291
 * section 2.5.4), which one machine may take as many of as it likes. For counting by address.
 */
export function addressBlock(address: string): string {
  if (!address.includes(':')) return address
  const [before = [], after = []] = address.split('::').map(part => part.split(':').filter(group => group !== ''))
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  return [...before, ...zeros, ...after].slice(0, 4).join(':')
}
