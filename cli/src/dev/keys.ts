import { createInterface, emitKeypressEvents } from 'node:readline'
import { tell } from '../output.ts'

export interface Keys {
  /** The last event once more, with an id of its own or as it was. */
  again(anew: boolean): void
  filter(types: readonly string[]): void
  quit(): void
}

const KEYS = 'Keys: r sends the last event anew, d as a duplicate, f chooses types, c clears, q ends.'
const CLEAR = '\u001bc'

/** A line that is typed while the keys mean what they say. */
const ask = (question: string): Promise<string> =>
  new Promise(resolve => {
    const lines = createInterface({ input: process.stdin, output: process.stderr })
    lines.question(question, answer => {
      lines.close()
      resolve(answer)
    })
    lines.once('SIGINT', () => {
      lines.close()
      resolve('')
    })
  })

/** Hears single keys where a person sits at a terminal, until it is told to stop; nothing elsewhere. */
export function hearKeys({ again, filter, quit }: Keys): () => void {
  const { stdin } = process
  if (!stdin.isTTY || !process.stdout.isTTY) return () => undefined
  emitKeypressEvents(stdin)
  let asking = false
  const raw = (on: boolean) => {
    stdin.setRawMode(on)
    if (on) stdin.resume()
  }
  const choose = async () => {
    asking = true
    raw(false)
    const text = await ask('Types, such as appointment.* task.created; none for all: ')
    asking = false
    raw(true)
    filter(text.split(/[\s,]+/).filter(Boolean))
  }
  stdin.on('keypress', (_text: string | undefined, key: { name?: string; ctrl?: boolean }) => {
    if (asking) return
    if (key.ctrl ? key.name === 'c' : key.name === 'q') quit()
    else if (key.name === 'r' || key.name === 'd') again(key.name === 'r')
    else if (key.name === 'f') void choose()
    else if (key.name === 'c') process.stdout.write(CLEAR)
  })
  raw(true)
  tell(KEYS)
  return () => {
    raw(false)
    stdin.pause()
  }
}
