import { atInstallation, publisher } from '../access.ts'
import { Id } from '../fields.ts'
import { family } from '../kernel.ts'
import { PluginRequest, REQUEST_FILTERS } from '../staff/plugin-requests.ts'

const { listing } = family('Own requests', { read: atInstallation(publisher('VIEWER', 'read')) })

export const listOwnRequests = listing({
  id: 'listOwnRequests',
  route: 'GET /:publisherId/installations/:installationId/requests',
  summary: 'What an installation asked for in the last 14 days, newest first',
  description:
    'Every request that came with a key of it, refused ones too: what was asked for and what came of it, never a value that was sent or shown. Of a clinic that does not share them, ids of records are masked.',
  paging: 'Dated',
  path: { publisherId: Id, installationId: Id },
  filters: REQUEST_FILTERS,
  returns: PluginRequest,
})
