import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { newLocalSecret } from './local-signing.ts'
import { FOLDER, writePrivately } from './profiles.ts'
import { rowOf, textOf } from './records.ts'

/** What listening to an installation goes on with: the secret that it signs with, and the last event that it passed on. */
export interface ListenState {
  readonly secret: string
  last: string | undefined
  /** Whether it has listened before: then all that happened since is passed on. */
  begun: boolean
  save(): Promise<void>
}

const TAKES_PART = /[^\w-]/g

export async function listenState(installationId: string): Promise<ListenState> {
  const path = join(FOLDER, 'listen', `${installationId.replace(TAKES_PART, '_')}.json`)
  const text = await readFile(path, 'utf8').catch(() => '{}')
  const kept: unknown = JSON.parse(text)
  const secret = textOf(kept, 'secret')
  const state: ListenState = {
    secret: secret ?? newLocalSecret(),
    last: textOf(kept, 'last'),
    begun: rowOf(kept).begun === true,
    save: () => writePrivately(path, JSON.stringify({ secret: state.secret, last: state.last, begun: state.begun })),
  }
  if (secret !== undefined) return state
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await state.save()
  return state
}
