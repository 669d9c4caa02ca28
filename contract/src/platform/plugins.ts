import { platform } from '../access.ts'
import { described, Id, MaybeText, MaybeTimestamp, OneOf, Optional, shape, Timestamp } from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { StopReason } from '../staff/plugin-stops.ts'

const { operation } = family('Plugins of all', { read: platform('REVIEWER'), write: platform('REVIEWER') })

const PlatformPlugin = shape('platformPlugin', {
  id: Id,
  slug: Type.String({ description: 'The name of the plugin in addresses.' }),
  visibility: described(OneOf(['PRIVATE', 'LISTED']), 'Whether every clinic finds it.'),
  publisherName: described(MaybeText, 'Who makes it; null where the operator does.'),
  publishedVersion: described(MaybeText, 'The newest version that is published; null while none is.'),
  installations: Type.Integer({ description: 'In how many clinics it stands.' }),
  stoppedByPublisher: described(
    MaybeTimestamp,
    'Since when its publisher has stopped it everywhere; null where it has not.',
  ),
  stoppedByReviewer: described(MaybeTimestamp, 'Since when a reviewer has; null where none has.'),
  createdAt: Timestamp,
})
const Held = shape('heldPlugins', {
  id: described(Id, 'The plugin, or platform where it was all of them.'),
  plugins: Type.Integer({ description: 'How many plugins it was about.' }),
  installations: Type.Integer({ description: 'For how many installations it made a difference.' }),
})
const reason = { reason: Optional(StopReason) }

export const listPlatformPlugins = operation({
  id: 'listPlatformPlugins',
  route: 'GET /plugins',
  summary: 'Every plugin, by slug',
  description: 'With where it stands and which side has stopped it.',
  answer: 'all',
  returns: PlatformPlugin,
})

export const stopPluginEverywhere = operation({
  id: 'stopPluginEverywhere',
  route: 'POST /plugins/:id/stop',
  summary: 'Stops a plugin in every clinic: from the next request on it is refused',
  description: 'Nothing is sent to it either, and it is offered no more. Stopping again changes nothing.',
  input: { id: Id, ...reason },
  changes: ['heldAt'],
  returns: Held,
})

export const startPluginEverywhere = operation({
  id: 'startPluginEverywhere',
  route: 'POST /plugins/:id/start',
  stepUp: true,
  summary: 'Lets a plugin go on that reviewers had stopped',
  description: 'Where its publisher or a clinic has stopped it, it stays so.',
  input: { id: Id },
  changes: ['heldAt'],
  returns: Held,
})

export const stopEveryPlugin = operation({
  id: 'stopEveryPlugin',
  route: 'POST /plugins/stop',
  summary: 'Stops all plugins in every clinic',
  description: 'For the hour in which something is wrong with the platform itself.',
  input: reason,
  changes: ['heldAt'],
  returns: Held,
})

export const startEveryPlugin = operation({
  id: 'startEveryPlugin',
  route: 'POST /plugins/start',
  stepUp: true,
  summary: 'Lets all plugins go on that reviewers had stopped',
  description: 'Where their publishers or clinics have stopped them, they stay so.',
  changes: ['heldAt'],
  returns: Held,
})
