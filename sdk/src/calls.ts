import type { ClinicEvent, EventType } from './printed/events.generated.ts'
import type { Instant, RequestFileUploadInput } from './printed/inputs.generated.ts'
import type { ClinicFile } from './printed/resources.generated.ts'

/** What may be said of one call beside its input. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** For each attempt, from the connection to the last byte. */
  readonly timeoutMs?: number | undefined
  /** For all attempts and the waits between them. */
  readonly totalTimeoutMs?: number | undefined
  /** How often to try again; 0 is once and no more. */
  readonly maxRetries?: number | undefined
  /**
   * Names the intended action, 1 to 255 printable ASCII characters: whatever happens, what is asked with it is done once.
   * Without one each POST gets a random one, which all of its attempts share.
   */
  readonly idempotencyKey?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** What is left of the limit, as the answer says it. */
export interface RateLimit {
  readonly limit: number
  readonly remaining: number
  readonly resetSeconds: number
}

/** An answer with what came around it. */
export interface Answer<Data> {
  readonly data: Data
  /** Its body has been read. */
  readonly response: Response
  /** Quote it when you report a problem. */
  readonly requestId: string | undefined
  /** Whether this is the stored answer of an earlier request with the same key. */
  readonly replayed: boolean
  /** The key that the request was sent with, of a POST. */
  readonly idempotencyKey: string | undefined
  readonly attempts: number
  readonly rateLimit: RateLimit | undefined
}

/** A call under way. */
export interface Call<Data> extends Promise<Data> {
  /** The same with what came around it. */
  withResponse(): Promise<Answer<Data>>
}

/** A page of a list. */
export interface Page<Item> {
  data: Item[]
  hasMore: boolean
  /** For the next page; null on the last one. */
  nextCursor: string | null
}

/**
 * A list: awaited it is one page, and with `for await` every record, page after page. Nothing is asked before it is used
 * in one of these ways.
 */
export interface List<Item> extends Call<Page<Item>>, AsyncIterable<Item> {
  /** Page after page. */
  pages(): AsyncIterableIterator<Page<Item>>
  /** The first so many records, from as many pages as it takes. */
  take(most: number): Promise<Item[]>
}

/** What to read of a list, and what to do with it. */
export type SyncInput<Item, Input> = Omit<Input, 'cursor' | 'from' | 'to' | 'updatedAfter'> & {
  /** The mark that `save` was given last; without one everything is read from the beginning. */
  readonly since?: Instant | null | undefined
  /** Is given every record that changed, oldest change first, and is waited for. A record may come again. */
  readonly each: (item: Item) => unknown
  /** Is given the mark from which to go on, after each page that is done, and is waited for. */
  readonly save?: ((mark: string) => unknown) | undefined
}

export interface Synced {
  /** How many records were given to `each`. */
  readonly count: number
  /** The mark to go on from; undefined where there was none and nothing came. */
  readonly mark: string | undefined
}

export interface Sync<Item, Input> {
  /** Reads what changed since the last time. It misses nothing, also where it is ended in between: save the mark. */
  sync(input: SyncInput<Item, Input>, options?: CallOptions): Promise<Synced>
}

type UploadDetails = Pick<RequestFileUploadInput, 'kind' | 'operationId'>

export interface UploadInput extends UploadDetails {
  readonly patientId: string
  /** The bytes. A File brings its name and type along. */
  readonly file: Blob | Uint8Array<ArrayBuffer>
  /** What it is called; the name of the File where it is one. */
  readonly fileName?: string | undefined
  /** Its type; that of the Blob where it has one. */
  readonly contentType?: RequestFileUploadInput['contentType'] | undefined
}

export interface FileUploads {
  /**
   * All three steps: asks where to, sends the bytes there without a header of ours, and confirms. With an idempotencyKey it
   * may be repeated as a whole.
   */
  upload(input: UploadInput, options?: CallOptions): Call<ClinicFile>
}

export interface FollowInput {
  /** The id of the last event that was dealt with; without one it begins with what happens from now on. */
  readonly after?: string | null | undefined
  /** Only events of this type. */
  readonly type?: EventType | undefined
  /** Is given the id of each event once the loop has gone on to the next, and is waited for. */
  readonly save?: ((id: string) => unknown) | undefined
  /** Seconds between two looks where nothing is new; 5 unless told. */
  readonly everySeconds?: number | undefined
  /** Whether to wait at the service for what comes, which sandbox clinics alone allow. */
  readonly wait?: boolean | undefined
}

export interface EventFollowing {
  /** Every event as it happens, oldest first, without an endpoint. It ends with `break`, or when the signal is aborted. */
  follow(input?: FollowInput, options?: CallOptions): AsyncIterableIterator<ClinicEvent>
}
