/** What a pooler stands before. */
export interface Behind {
  /** Of a superuser. */
  ownerUrl: string
  /** How many connections to the server each login has in each database. */
  lines: number
}

export interface Pooler {
  /** Without a login and a database. */
  url: string
  stop(): Promise<void>
}
