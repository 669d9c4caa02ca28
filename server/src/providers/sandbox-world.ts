import { Readable } from 'node:stream'
import type { SandboxWorld } from '../domain/sandbox/sandbox-world.ts'
import type { SecretBox } from '../kernel/values/secret-box.ts'
import { taxAuthorities } from './einvoice/authorities.ts'
import type { Files } from './files/open-storage.ts'
import { sandboxCallback, sandboxCarrier } from './messages/sandbox-carrier.ts'
import type { AllGateways } from './payments/gateways.ts'

const unread = (): never => {
  throw new Error('The sandbox did not read what it posted itself.')
}

/** The sandbox's own providers: what they post is signed by them and read by them, as if it had come by the network. */
export function sandboxWorld(box: SecretBox, gateways: AllGateways, { storage, disk }: Files): SandboxWorld {
  const inNoOther = () => Promise.reject(new Error('A carrier that only listens sends nothing.'))
  return {
    storage,
    gateways,
    authorities: taxAuthorities,
    gateway: gateways.sandbox,
    async gatewayCallback(clinic, news) {
      const gateway = gateways.sandbox(clinic)
      const { body, headers } = gateway.callback(news)
      const read = await gateway.read({ headers, body: Buffer.from(body) })
      return typeof read === 'object' && 'outcome' in read ? read : unread()
    },
    carrier: tx =>
      sandboxCarrier({ channel: 'sms', companyId: tx.clinic.id, box, inClinic: async (_id, run) => run(tx) }),
    carrierCallback({ id: companyId }, { from, text, at }) {
      const message = { id: `in_${crypto.randomUUID()}`, channel: 'whatsapp' as const, from, text, at }
      const { body, headers } = sandboxCallback(box, companyId, message)
      const carrier = sandboxCarrier({ channel: 'whatsapp', companyId, box, inClinic: inNoOther })
      const news = carrier.read?.({ url: '', headers, body: Buffer.from(body) }) ?? []
      const [read] = news === 'forged' ? [] : news
      return read?.type === 'message' ? read : unread()
    },
    async upload({ url, fields }, bytes) {
      if (disk) {
        const received = await disk.takeFile(new Map(Object.entries(fields)), Readable.from([bytes]))
        return received.keep()
      }
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.append(name, value)
      form.append('file', new Blob([new Uint8Array(bytes)]), 'upload')
      const { ok, status } = await fetch(url, { method: 'POST', body: form })
      if (!ok) throw new Error(`The storage answered ${status} to an upload.`)
    },
  }
}
