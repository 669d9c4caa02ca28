/** What a part of a process counts of itself, by the values of its labels; read where an operator wants to know. */
export class Tally {
  readonly #counts = new Map<string, { labels: readonly string[]; count: number }>()

  /** What is shown as nought before it happens. */
  constructor(...known: readonly (readonly string[])[]) {
    for (const labels of known) this.#counted(labels)
  }

  /** One more. The values must be of a kind of which there are few. */
  add(...labels: readonly string[]): void {
    this.#counted(labels).count++
  }

  values(): [labels: readonly string[], count: number][] {
    return [...this.#counts.values()].map(({ labels, count }) => [labels, count])
  }

  #counted(labels: readonly string[]): { count: number } {
    const key = labels.join('\n')
    const counted = this.#counts.get(key) ?? { labels, count: 0 }
    this.#counts.set(key, counted)
    return counted
  }
}
