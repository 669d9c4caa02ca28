export interface ExampleParameter {
  readonly name: string
  readonly required: boolean
  readonly value: string
  readonly words: string
}

/** A request of an operation, with examples in it. */
export interface ExampleRequest {
  readonly name: string
  readonly method: string
  /** With `:name` for what is filled in. */
  readonly path: string
  readonly words: string
  readonly inPath: readonly ExampleParameter[]
  readonly query: readonly ExampleParameter[]
  readonly body: unknown
  readonly keyed: boolean
}

export interface RequestFamily {
  readonly name: string
  readonly requests: readonly ExampleRequest[]
}
