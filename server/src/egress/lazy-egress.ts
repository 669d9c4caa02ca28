import type { Egress, EgressOptions } from './agent.ts'

const NOTHING_SENT: ReturnType<Egress['stats']> = { requests: 0, refused: 0, inFlight: 0, connections: 0, reused: 0 }

/** An egress whose code is loaded when something is first sent or checked: a process starts without waiting for it. */
export function lazyEgress(options: EgressOptions): Egress {
  let egress: Egress | undefined
  let opening: Promise<Egress> | undefined
  const open = () => {
    opening ??= import('./agent.ts').then(({ createEgress }) => {
      egress = createEgress(options)
      return egress
    })
    return opening
  }
  return {
    send: request => egress?.send(request) ?? open().then(opened => opened.send(request)),
    check: (url, policy) => egress?.check(url, policy) ?? open().then(opened => opened.check(url, policy)),
    stats: () => egress?.stats() ?? NOTHING_SENT,
    close: async () => (await opening)?.close(),
  }
}
