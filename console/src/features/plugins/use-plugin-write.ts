import type { ClinicOperationId, Returned } from '../../lib/api.ts'
import { useWrite } from '../../lib/use-write.ts'

/** What shows an installed plugin, and so changes with it. */
const SHOWING = [
  'getInstalledPlugin',
  'listInstalledPlugins',
  'listConsentReceipts',
  'listCatalogue',
  'listNotices',
  'getPluginHealth',
  'getScopeUse',
  'getPluginUpgrade',
] as const

/** Does something to an installed plugin. */
export const usePluginWrite = <Id extends ClinicOperationId>(id: Id, said?: (answer: Returned<Id>) => string) =>
  useWrite(id, { changes: SHOWING, ...(said && { said }) })
