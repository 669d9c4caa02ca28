/** What the palette offers. */
export interface Choice {
  /** What tells it apart, where the name does not. */
  key?: string
  name: string
  /** Behind the name: what else tells a person apart. */
  about?: string
  act: () => void
}
