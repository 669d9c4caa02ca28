export type Kind = 'text' | 'number' | 'boolean' | 'json'

/** One key of the input of an operation, as an option. */
export interface Field {
  readonly name: string
  readonly flag: string
  readonly kind: Kind
  readonly many: boolean
  readonly required: boolean
  readonly words: string
}

/** An operation, as a command. */
export interface Verb {
  readonly name: string
  readonly route: string
  readonly answers: 'one' | 'all' | 'page'
  readonly summary: string
  readonly words: string
  readonly inPath: readonly string[]
  readonly fields: readonly Field[]
}
