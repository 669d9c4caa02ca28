import { publisher } from '../access.ts'
import { described, Id, Optional, shape } from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { StopReason } from '../staff/plugin-stops.ts'

const { operation } = family('Own plugins', { write: publisher('OWNER') })

const Held = shape('heldOwnPlugin', {
  id: described(Id, 'The plugin.'),
  installations: Type.Integer({ description: 'For how many installations it made a difference.' }),
})

export const stopOwnPlugin = operation({
  id: 'stopOwnPlugin',
  route: 'POST /:publisherId/plugins/:id/stop',
  summary: 'Stops a plugin in every clinic: from the next request on it is refused',
  description: 'Nothing is sent to it either, and it is offered no more. Stopping again changes nothing.',
  input: { publisherId: Id, id: Id, reason: Optional(StopReason) },
  changes: ['heldAt'],
  returns: Held,
})

export const startOwnPlugin = operation({
  id: 'startOwnPlugin',
  route: 'POST /:publisherId/plugins/:id/start',
  stepUp: true,
  summary: 'Lets a plugin go on that its publisher had stopped',
  description: 'Where a reviewer or a clinic has stopped it, it stays so.',
  input: { publisherId: Id, id: Id },
  changes: ['heldAt'],
  returns: Held,
})
