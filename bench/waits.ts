/** What a person waits for while no other is served: of each time from the request to the last byte, sorted milliseconds. */
export async function waits(times: number, ask: (n: number) => Promise<void>): Promise<number[]> {
  const took: number[] = []
  for (let n = 0; n < times; n++) {
    const begun = performance.now()
    await ask(n)
    took.push(performance.now() - begun)
  }
  return took.sort((one, other) => one - other)
}

/** The number at this share of the sorted ones, as it is printed. */
export const share = (sorted: readonly number[], of: number): string =>
  (sorted[Math.floor(sorted.length * of)] ?? Number.NaN).toFixed(1)
