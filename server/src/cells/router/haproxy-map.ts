import { rename, writeFile } from 'node:fs/promises'
import type { Routes } from './routes.ts'
import type { RuntimeApi } from './runtime-api.ts'

/** The proxy reads a command into one buffer, of 16 KiB unless it is told otherwise. */
const MOST_BYTES = 8_000

/** The map of a running HAProxy that says which cell each key leads to, and the file from which it starts. */
export interface HaproxyMap {
  /** Puts these in the place of all that is there, at one stroke. */
  replace(routes: Routes): Promise<void>
  change(gone: Iterable<string>, routes: Routes): Promise<void>
  /** Which process of HAProxy has it: another one began with what was in the file. */
  proxy(): Promise<string>
}

export function haproxyMap(api: RuntimeApi, path: string): HaproxyMap {
  /** Read when HAProxy starts; never half written. */
  async function store(routes: Routes): Promise<void> {
    const fresh = `${path}.new`
    await writeFile(fresh, [...routes].map(([key, cell]) => `${key} ${cell}\n`).join(''))
    await rename(fresh, path)
  }
  return {
    async replace(routes) {
      await store(routes)
      const made = /version created: (\d+)/.exec(await api(`prepare map ${path}`))?.[1]
      if (made === undefined) throw new Error(`HAProxy has no map ${path}.`)
      for (const lines of inParts([...routes].map(([key, cell]) => `${key} ${cell}\n`)))
        await silent(api, `add map @${made} ${path} <<\n${lines}`)
      await silent(api, `commit map @${made} ${path}`)
    },
    async change(gone, routes) {
      const commands = [
        ...[...gone].map(key => `del map ${path} ${key};`),
        ...[...routes].flatMap(([key, cell]) => [`del map ${path} ${key};`, `add map ${path} ${key} ${cell};`]),
      ]
      for (const line of inParts(commands)) await api(line)
    },
    async proxy() {
      const pid = /^Pid: (\d+)$/m.exec(await api('show info'))?.[1]
      if (pid === undefined) throw new Error('HAProxy does not say which process it is.')
      return pid
    },
  }
}

/** It says nothing when it has done what it was told. */
async function silent(api: RuntimeApi, command: string): Promise<void> {
  const said = (await api(command)).trim()
  if (said !== '') throw new Error(`HAProxy: ${said}`)
}

/** Joins lines to texts that fit into one command. */
function* inParts(lines: readonly string[]): Generator<string> {
  let part = ''
  for (const line of lines) {
    if (part.length + line.length > MOST_BYTES) {
      yield part
      part = ''
    }
    part += line
  }
  if (part !== '') yield part
}
