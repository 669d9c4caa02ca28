import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/**
 * A package that is loaded when it is first used, by code that cannot wait for an import. For what a start need not wait
 * for and the first call hardly notices: some tens of milliseconds, once.
 */
export function late<Module>(name: string): () => Module {
  let loaded: Module | undefined
  return () => {
    loaded ??= require(name) as Module
    return loaded
  }
}
