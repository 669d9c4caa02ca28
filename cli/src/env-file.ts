import { readFile } from 'node:fs/promises'
import { parseEnv } from 'node:util'
import { writePrivately } from './profiles.ts'

export type Environment = Readonly<Record<string, string | undefined>>

const textIn = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch(error => {
    if (error.code === 'ENOENT') return ''
    throw error
  })

/** What a file of the environment says; nothing where there is none. */
export const readEnvFile = async (path: string): Promise<Environment> => ({ ...parseEnv(await textIn(path)) })

/** Sets some of its lines and leaves the others as they are. It is for its owner alone from then on. */
export async function setInEnvFile(path: string, values: Readonly<Record<string, string>>): Promise<void> {
  const lines = (await textIn(path)).split('\n')
  if (lines.at(-1) === '') lines.pop()
  for (const [name, value] of Object.entries(values)) {
    const at = lines.findIndex(line => new RegExp(`^\\s*(export\\s+)?${name}\\s*=`).test(line))
    lines.splice(at < 0 ? lines.length : at, at < 0 ? 0 : 1, `${name}=${value}`)
  }
  await writePrivately(path, `${lines.join('\n')}\n`)
}
