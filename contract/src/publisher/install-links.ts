import { publisher } from '../access.ts'
import { described, Id, MaybeTimestamp, shape, Timestamp } from '../fields.ts'
import { family, Type } from '../kernel.ts'

const { operation } = family('Install links', { read: publisher('DEVELOPER'), write: publisher('OWNER') })

/** Of one plugin at the same time. */
export const MOST_LINKS = 20

const fields = {
  id: Id,
  clinics: Type.Integer({ description: 'How many clinics may open it.' }),
  used: Type.Integer({ description: 'How many have.' }),
  createdBy: described(Id, 'Who made it: id of a person.'),
  createdAt: Timestamp,
  expiresAt: described(Timestamp, 'Until when it can be opened, as a UTC instant.'),
  endedAt: described(MaybeTimestamp, 'When it was ended, as a UTC instant; null where it was not.'),
}
export const InstallLink = shape('installLink', fields)
export const InstallLinkWithUrl = shape('installLinkWithUrl', {
  ...fields,
  url: Type.String({ description: 'The link itself. Shown this once.' }),
})

export const listInstallLinks = operation({
  id: 'listInstallLinks',
  route: 'GET /:publisherId/plugins/:id/install-links',
  summary: 'The links of a plugin, newest first, without their address',
  description: 'Those that are over are listed, too.',
  input: { publisherId: Id, id: Id },
  answer: 'all',
  returns: InstallLink,
})

export const createInstallLink = operation({
  id: 'createInstallLink',
  route: 'POST /:publisherId/plugins/:id/install-links',
  summary: 'Makes a link by which clinics find a private plugin',
  description: `An owner or administrator opens it in the console of their clinic, which uses one up and installs nothing yet. At most ${MOST_LINKS} of a plugin are good at the same time.`,
  input: {
    publisherId: Id,
    id: Id,
    clinics: Type.Integer({ minimum: 1, maximum: 100, description: 'How many clinics may open it.' }),
    days: Type.Integer({ minimum: 1, maximum: 30, description: 'Days until it ends.' }),
  },
  changes: ['clinics', 'expiresAt'],
  returns: InstallLinkWithUrl,
  status: 201,
})

export const endInstallLink = operation({
  id: 'endInstallLink',
  route: 'DELETE /:publisherId/plugins/:id/install-links/:linkId',
  summary: 'Ends a link: it cannot be opened any more',
  description: 'Clinics that have opened it know the plugin for good.',
  input: { publisherId: Id, id: Id, linkId: Id },
  changes: ['endedAt'],
  returns: InstallLink,
})
