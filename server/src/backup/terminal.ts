const MEBIBYTE = 1_048_576

/** For the person at the terminal, beside the result. */
export const note = (line: string): void => void process.stderr.write(`${line}\n`)

export const sizeText = (bytes: number): string => `${(bytes / MEBIBYTE).toFixed(1)} MiB`

/** Tells a person at a terminal, and each tenth to a log, how far it is. */
export function progressLine(did: string): (doneBytes: number, totalBytes: number) => void {
  let told = -1
  return (done, total) => {
    const step = process.stderr.isTTY ? 1 : 10
    const percent = total === 0 ? 100 : Math.floor((100 * done) / total / step) * step
    if (percent <= told) return
    told = percent
    const line = `${did} ${percent} % of ${sizeText(total)}`
    process.stderr.write(process.stderr.isTTY ? `\r${line}${percent === 100 ? '\n' : ''}` : `${line}\n`)
  }
}
