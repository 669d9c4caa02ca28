import type { Statement } from '../db/statement.ts'
import type { FetchFrom } from '../domain/publishers/icon.ts'
import type { UrlCheck } from '../domain/webhooks/url-check.ts'
import type { ShownPlugins } from '../staff/shown-plugins.ts'

/** What publishers' operations are made with, besides a transaction in their sandbox. */
export interface PublisherDeps {
  /** Runs one statement that stands alone, as a member of clinic_app. */
  run<Row>(statement: Statement<Row>): Promise<Row[]>
  fetchFrom: FetchFrom
  /** Where the console is, to which links lead. */
  consoleUrl: string
  /** How an installation is shown in its clinic. */
  shown: ShownPlugins
  /** Of how many patients a day a plugin is shown records unless a clinic says otherwise. */
  usualPatients: number
  /** Says where requests may be sent. */
  checkUrl(url: string): Promise<UrlCheck>
}
