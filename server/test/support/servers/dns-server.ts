import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

export type DnsServer = {
  /** `address:port`, as `dnsServers` takes it. */
  address: string
  /** Names asked so far, one entry per question: `A name` or `AAAA name`. */
  questions: string[]
  close(): Promise<void>
}

type Answer = (name: string, type: 'A' | 'AAAA') => readonly string[] | null

const TYPES: Record<number, 'A' | 'AAAA'> = { 1: 'A', 28: 'AAAA' }

/** A real name server on loopback. `answer` gives the addresses of a name; null means that it never answers. */
export async function startDnsServer(answer: Answer, ttlSeconds = 0): Promise<DnsServer> {
  const socket = createSocket('udp4')
  const questions: string[] = []
  socket.on('message', (query, from) => {
    const { name, type, end } = questionOf(query)
    questions.push(`${type} ${name}`)
    const addresses = answer(name, type)
    if (addresses) socket.send(reply(query.subarray(0, end), addresses, ttlSeconds), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    close: async () => {
      socket.close()
      await once(socket, 'close')
    },
  }
}

/** RFC 1035 section 4.1.2: length-prefixed labels up to an empty one, then type and class. */
function questionOf(query: Buffer): { name: string; type: 'A' | 'AAAA'; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: TYPES[query.readUInt16BE(at + 1)] ?? 'A', end: at + 5 }
}

/** The question back, and one record for each address of the family that was asked for; none is "no data". */
function reply(question: Buffer, addresses: readonly string[], ttlSeconds: number): Buffer {
  const header = Buffer.from(question.subarray(0, 12))
  header.writeUInt16BE(0x8180, 2)
  header.writeUInt16BE(addresses.length, 6)
  header.fill(0, 8, 12)
  return Buffer.concat([header, question.subarray(12), ...addresses.map(address => record(address, ttlSeconds))])
}

function record(address: string, ttlSeconds: number): Buffer {
  const data = Buffer.from(ipaddr.parse(address).toByteArray())
  const fixed = Buffer.alloc(12)
  fixed.writeUInt16BE(0xc00c, 0)
  fixed.writeUInt16BE(isIPv4(address) ? 1 : 28, 2)
  fixed.writeUInt16BE(1, 4)
  fixed.writeUInt32BE(ttlSeconds, 6)
  fixed.writeUInt16BE(data.length, 10)
  return Buffer.concat([fixed, data])
}
