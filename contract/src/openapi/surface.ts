import type { ErrorCode } from '../errors.ts'
import type { Operation } from '../kernel.ts'
import type { Json } from './document.ts'

/** What the document of one surface says differently from that of another. */
export interface DocumentedSurface {
  readonly title: string
  /** The introduction, in Markdown. */
  readonly guide: string
  /** What stands before every path, such as /api/v1. */
  readonly base: string
  /** What each family is about, by its tag. */
  readonly tags: Readonly<Record<string, string>>
  /** How its callers say who they are. */
  readonly securitySchemes: Readonly<Record<string, Json>>
  /** The codes that it refuses with, in the words that it says them in. */
  readonly errors: Readonly<Record<string, { readonly status: number; readonly message: string }>>
  /** Where its callers may be in several clinics: the header in which a request, and its answer, says of which it is. */
  readonly clinicHeader?: string
  /** Headers of its answers, besides those of every surface. */
  readonly answerHeaders: readonly string[]
  /** Headers of its refusals by their status, besides those of every surface. */
  readonly problemHeaders: Readonly<Record<number, readonly string[]>>
  /** The codes that follow from who may call the operation. */
  codesOf(operation: Operation): readonly ErrorCode[]
  /** What `details` say of these codes. */
  detailsOf(operation: Operation): Partial<Record<ErrorCode, Json>>
  /** What it says of an operation in words of its own: `x-…`, and `security` where that differs. */
  extensionsOf(operation: Operation): Json
}
