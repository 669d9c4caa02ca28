/** What is told where in a trace it runs. */
export interface Traceable {
  /** As W3C Trace Context writes it; there is none where nothing is traced. */
  traceparent?: (() => string | null) | undefined
}
