/** One attempt, before it is sent. Headers may be added, such as those of a trace. */
export interface OutgoingRequest {
  /** The operation by its names, such as `payments.record`. */
  readonly operation: string
  readonly method: string
  readonly url: string
  readonly headers: Headers
  /** Counted from 1. */
  readonly attempt: number
}

/** What came of it. */
export interface IncomingResponse {
  readonly operation: string
  readonly attempt: number
  readonly status: number
  readonly requestId: string | undefined
  readonly durationMs: number
  readonly response: Response
}

/** What a line of the log holds beside its message: never a token, a body, a path with its ids or a value of a query. */
export interface LogFields {
  readonly operation: string
  readonly method: string
  /** As it is declared, `/patients/:id`. */
  readonly path: string
  readonly attempt: number
  readonly status?: number
  readonly requestId?: string
  readonly code?: string
  readonly durationMs?: number
  readonly waitMs?: number
}

/** `console` is one. */
export interface Logger {
  debug(message: string, fields: LogFields): void
  warn(message: string, fields: LogFields): void
}

export interface ClientOptions {
  /** The token of the installation, or what gives it, such as one that reads a rotated one. Default: CLINIC_TOKEN. */
  readonly token?: string | (() => string | Promise<string>) | undefined
  /** The address of the service, with or without /api/v1. Default: CLINIC_URL. */
  readonly baseUrl?: string | undefined
  readonly fetch?: typeof fetch | undefined
  /** For each attempt, from the connection to the last byte; 30 seconds unless told. */
  readonly timeoutMs?: number | undefined
  /** For all attempts of a call and the waits between them; no limit unless told. */
  readonly totalTimeoutMs?: number | undefined
  /** How often to try again; 2 unless told. */
  readonly maxRetries?: number | undefined
  /** Names the plugin to the service, such as `recall-bot/1.4`. */
  readonly userAgent?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly onRequest?: ((request: OutgoingRequest) => void) | undefined
  readonly onResponse?: ((response: IncomingResponse) => void) | undefined
  readonly logger?: Logger | undefined
  /** A live token in a page is a token for all who open it: it is refused unless this says that it is meant. */
  readonly allowBrowser?: boolean | undefined
}
