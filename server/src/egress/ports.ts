/**
 * Ports that no webhook receiver listens on and on which a request could be read as another protocol: the WHATWG Fetch
 * standard's "bad ports" (what browsers refuse), and below it the data stores and control planes that act on what an
 * HTTP request carries. Every other port is allowed: receivers do live on 8443, 3000 or 5001.
 */
const REFUSED_PORTS = new Set([
  ...[0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109],
  ...[110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530],
  ...[531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190],
  ...[5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080],
  ...[445, 873, 1433, 1521, 2181, 2375, 2376, 2379, 2380, 3306, 3389, 5432, 5672, 5900, 5984, 5985, 5986, 6379, 8500],
  ...[9042, 9092, 9200, 9300, 10250, 10255, 11211, 27017],
])

export function isRefusedPort(port: number): boolean {
  return REFUSED_PORTS.has(port)
}
