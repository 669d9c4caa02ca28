/** The body as JSON, or undefined where it is none: what comes from outside is looked at, never trusted. */
export function jsonOf(body: Buffer | string): unknown {
  try {
    const value: unknown = JSON.parse(body.toString())
    return value
  } catch {
    return undefined
  }
}
