import { permission } from '../access.ts'
import { described, Id, MaybeText, OneOf, Optional, shape, Timestamp, UpTo } from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { Slug } from './catalogue.ts'
import { Bilingual } from './consent.ts'
import { STAFF_ROLES } from './permissions.ts'

const request = permission('plugins:request')
const { operation } = family('Install requests', { read: request, write: request, sight: 'clinic' })

export const INSTALL_REQUEST_STATES = ['OPEN', 'INSTALLED', 'DECLINED'] as const

const Asker = shape('installRequestAsker', {
  userId: Id,
  name: Type.String({ description: 'As the person was called then.' }),
  role: OneOf(STAFF_ROLES),
  note: MaybeText,
  askedAt: Timestamp,
})

export const InstallRequest = shape('installRequest', {
  id: Id,
  slug: Type.String(),
  name: Bilingual,
  state: described(OneOf(INSTALL_REQUEST_STATES), 'INSTALLED and DECLINED are its answers.'),
  askedBy: described(Type.Array(Asker), 'Who asked, and who joined them, in that order.'),
  createdAt: Timestamp,
  expiresAt: described(Timestamp, 'Without an answer by then it is over.'),
})

export const listInstallRequests = operation({
  id: 'listInstallRequests',
  route: 'GET /install-requests',
  summary: 'The plugins that people of the clinic ask for, newest first',
  description: 'Those that wait for an answer, each with who asks and why.',
  answer: 'all',
  returns: InstallRequest,
})

export const askForPlugin = operation({
  id: 'askForPlugin',
  route: 'POST /install-requests',
  summary: 'Asks the owner for a plugin',
  description:
    'Where somebody has asked for it already, the person joins them. The owners get a notice and a mail the first time. It is over after 30 days.',
  input: { slug: Slug, note: Optional(described(UpTo(500), 'What it is wanted for.')) },
  changes: ['askedBy'],
  returns: InstallRequest,
  status: 201,
  refuses: ['not_found', 'already_installed'],
})

export const declineInstallRequest = operation({
  id: 'declineInstallRequest',
  route: 'POST /install-requests/:id/decline',
  access: permission('plugins:manage'),
  summary: 'Says no to those who ask for a plugin',
  description: 'Installing the plugin is the other answer. They may ask anew.',
  input: { id: Id },
  changes: ['state'],
  returns: InstallRequest,
  refuses: ['invalid_state_transition'],
})
