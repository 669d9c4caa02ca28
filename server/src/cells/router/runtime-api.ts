import { once } from 'node:events'
import { connect } from 'node:net'

/** Tells a running HAProxy something and answers what it says; rejects while it is away. */
export type RuntimeApi = (command: string) => Promise<string>

const PATIENCE_MS = 5_000

/** By its socket, one connection a command (HAProxy Management Guide, section 9.3). */
export const runtimeApi =
  (socketPath: string): RuntimeApi =>
  async command => {
    const socket = connect(socketPath).setTimeout(PATIENCE_MS)
    socket.once('timeout', () => socket.destroy(new Error(`HAProxy has not answered at ${socketPath}.`)))
    const said: string[] = []
    socket.setEncoding('utf8').on('data', (part: string) => said.push(part))
    socket.end(`${command}\n`)
    await once(socket, 'close')
    return said.join('')
  }
