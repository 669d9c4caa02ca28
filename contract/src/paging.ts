import { described, Optional, Text, Timestamp } from './fields.ts'
import { Type } from './schema-builders.ts'

/** Query parameter groups of the specification, section Endpoints. */
const Page = {
  cursor: Optional(described(Text(1, 500), 'Opaque: nextCursor of the previous page.')),
  limit: Optional(Type.Integer({ minimum: 1, maximum: 100, default: 25 })),
}
const Delta = {
  updatedAfter: Optional(described(Timestamp, 'Only records updated strictly after this instant.')),
}
const Window = {
  from: Optional(described(Timestamp, 'Start of the window, inclusive.')),
  to: Optional(described(Timestamp, 'End of the window, exclusive.')),
}
/** What a list whose window is capped says of it (contract section 2). */
export const windowRule = (days: number): string =>
  `from and to span at most ${days} days; from alone means until now and later, and to asks for from. What is wider is refused as window_too_wide: ask for it in parts of at most ${days} days, each from where the one before ended. Without either, the cursor leads through all there is.`
export const GROUPS = {
  Page,
  Dated: { ...Page, ...Window },
  Plain: { ...Page, ...Delta },
  Std: { ...Page, ...Window, ...Delta },
}
export type PagingGroup = keyof typeof GROUPS
