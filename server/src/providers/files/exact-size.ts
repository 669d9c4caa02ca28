import { Transform } from 'node:stream'
import { refuseInput } from '../../kernel/errors.ts'

/** Lets through a file of this size, and refuses any other as soon as that is known. */
export function exactSize(sizeBytes: number): Transform {
  const wrong = (code: string) =>
    refuseInput({ path: 'file', code, message: `must have the ${sizeBytes} bytes that were announced` })
  let seen = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length
      attempt(done, () => (seen > sizeBytes ? wrong('too_long') : chunk))
    },
    flush(done) {
      attempt(done, () => (seen < sizeBytes ? wrong('too_short') : undefined))
    },
  })
}

function attempt(done: (error: Error | null, value?: Buffer) => void, step: () => Buffer | undefined): void {
  try {
    done(null, step())
  } catch (error) {
    done(error instanceof Error ? error : new Error(String(error)))
  }
}
