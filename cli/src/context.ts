import type { Command } from 'commander'
import { type Access, type Chosen, readAccess } from './access.ts'
import { type Api, pluginApi, publisherApi } from './api.ts'
import { formatOf, type Print, printer, type Wished } from './output.ts'

/** The options that every command takes. */
export interface Globals extends Chosen, Wished {}

/** What a command works with. */
export interface Context {
  globals: Globals
  print: Print
  access(): Promise<Access>
  /** The plugin API as the installation. */
  plugin(): Promise<Api>
  /** The publishers' API as the publisher. */
  publisher(): Promise<Api>
}

export function contextOf(command: Command): Context {
  const globals: Globals = command.optsWithGlobals()
  const access = () => readAccess(globals)
  return {
    globals,
    print: printer(formatOf(globals)),
    access,
    plugin: async () => pluginApi(await access()),
    publisher: async () => publisherApi(await access()),
  }
}
