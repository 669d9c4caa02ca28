import { createRequire } from 'node:module'

/**
 * A package that is loaded when it is first used, by code that cannot wait for an import. For what a start need not wait
 * for and the first call hardly notices: some tens of milliseconds, once. `from` is the `import.meta.url` of who uses it.
 */
export function lazyRequire<Module>(name: string, from: string): () => Module {
  let loaded: Module | undefined
  return () => {
    loaded ??= createRequire(from)(name) as Module
    return loaded
  }
}
