import type { Readable } from 'node:stream'

/** What is said of a file before it is sent. */
export interface AnnouncedFile {
  /** Where it will lie: see storageKey. */
  key: string
  contentType: string
  sizeBytes: number
  /** Who may send it, as the audit names them, and about whom it is. */
  caller: string
  tokenId: string | null
  patientId: string
}

/** Where to POST a file as multipart form data: `fields` first, the part `file` last (specification, Rules 3). */
export interface UploadTarget {
  url: string
  fields: Record<string, string>
}

/** What was found in the storage. */
export interface StoredFile {
  sizeBytes: number
  /** The first HEAD_BYTES of it, or all of a shorter one. */
  head: Buffer
}

/** A file as it is handed out, and to whom. */
export interface SharedFile {
  key: string
  fileId: string
  /** Whose it is; empty where it is no single patient's. */
  patientId: string
  companyId: string
  name: string
  contentType: string
  /** As the audit names who is shown it: `installation ins_…`. */
  caller: string
  tokenId: string | null
}

/** Enough to tell every content type. */
export const HEAD_BYTES = 512

/**
 * Where the bytes of files lie. What arrives at an upload target can be replaced there as long as the target lives; what is
 * kept is out of its reach.
 */
export interface FileStorage {
  /** A target that takes this one file, of exactly this size, for so many seconds. */
  uploadTarget(file: AnnouncedFile, seconds: number): Promise<UploadTarget>
  /** Keeps what arrived, in place of what was kept before; false when nothing did. Safe to repeat. */
  keep(key: string): Promise<boolean>
  /** What is kept under the key; undefined when nothing is. */
  inspect(key: string): Promise<StoredFile | undefined>
  /** Keeps bytes that did not come through a target: demo data, messages. */
  put(key: string, contentType: string, body: Readable | Buffer): Promise<void>
  /**
   * An address that hands the file out for so many seconds, and no longer than the token lives that it was given to: to
   * every bearer, as a download.
   */
  downloadUrl(file: SharedFile, seconds: number): Promise<string>
  /** The bytes of what is kept, as they are read; nothing where nothing is. */
  read(key: string): Promise<AsyncIterable<Uint8Array> | undefined>
  /** Removes what is kept. */
  discard(key: string): Promise<void>
  /** Removes what arrived and was not kept, or was copied when it was. */
  forget(key: string): Promise<void>
  /** Removes what uploads that broke off before then have left. */
  tidy(before: Date): Promise<void>
  /** Seals what lies in clear, from before files were sealed; answers how many were. */
  sealPlain(): Promise<number>
  /** Seals the keys of all files with the first master key; nothing where another keeps the keys. */
  reseal(): Promise<Resealed>
  /** Fails where files would lie in clear. */
  requireSealed(): Promise<void>
  close(): void
}

/** How many keys were sealed anew, and how many were with the first master key already. */
export interface Resealed {
  resealed: number
  current: number
}

export const storageKey = (companyId: string, fileId: string): string => `${companyId}/${fileId}`

export const companyOfKey = (key: string): string => key.split('/')[0] ?? ''
