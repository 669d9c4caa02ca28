/** Bruno's own readers of its files, which come without types. */
declare module '@usebruno/lang' {
  interface Entry {
    readonly name: string
    readonly value: string
    readonly enabled: boolean
    readonly type?: string
  }
  export function bruToJsonV2(text: string): {
    readonly meta: { readonly name: string; readonly type?: string }
    readonly http?: { readonly method: string; readonly url: string; readonly body?: string; readonly auth?: string }
    readonly params?: readonly Entry[]
    readonly headers?: readonly Entry[]
    readonly body?: { readonly json?: string }
  }
  export function bruToEnvJsonV2(text: string): {
    readonly variables: readonly (Entry & { readonly secret: boolean })[]
  }
  export function collectionBruToJson(text: string): { readonly auth: unknown }
}
