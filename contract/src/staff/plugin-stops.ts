import { permission } from '../access.ts'
import { described, MaybeId, MaybeText, MaybeTimestamp, Optional, shape, Timestamp, UpTo } from '../fields.ts'
import { family, Type } from '../kernel.ts'

const { operation } = family('Installed plugins', {
  read: permission('plugins:see'),
  write: permission('plugins:manage'),
  sight: 'clinic',
})

export const StopReason = described(UpTo(500), 'Why, for those who look at it later.')

/** What plugins were not told of while they stood still: recovering from `since` on delivers it. */
export const MissedEvents = shape('missedEvents', {
  since: described(Timestamp, 'From when on to recover: of what is older nothing was missed.'),
  events: Type.Integer({ description: 'How many deliveries that is, 10 000 at most.' }),
  orMore: Type.Boolean({ description: 'Whether there are more than are counted.' }),
})

const state = {
  stoppedAt: described(MaybeTimestamp, 'Since when all plugins of the clinic stand still; null while they run.'),
  stoppedBy: described(MaybeId, 'Who stopped them: id of a member of staff.'),
  stopReason: described(MaybeText, 'Why, as the person said who did it.'),
}
export const PluginsState = shape('pluginsState', state)
export const StartedPlugins = shape('startedPlugins', { ...state, missed: MissedEvents })

export const getPluginsState = operation({
  id: 'getPluginsState',
  route: 'GET /plugins',
  summary: 'Whether the clinic has stopped all its plugins',
  description: 'Since when, by whom and why. What each plugin may do besides is its own state.',
  returns: PluginsState,
})

export const stopPlugins = operation({
  id: 'stopPlugins',
  route: 'POST /plugins/stop',
  summary: 'Stops all plugins of the clinic: from the next request on they are refused',
  description:
    'Nothing is sent to them either. What a plugin is about to finish is finished; stopping again changes nothing.',
  input: { reason: Optional(StopReason) },
  changes: ['stoppedAt'],
  returns: PluginsState,
})

export const startPlugins = operation({
  id: 'startPlugins',
  route: 'POST /plugins/start',
  stepUp: true,
  summary: 'Lets the plugins of the clinic go on',
  description: 'Those that were stopped one by one stay so. Says what they missed, for their addresses to recover.',
  changes: ['stoppedAt'],
  returns: StartedPlugins,
  refuses: ['invalid_state_transition'],
})
