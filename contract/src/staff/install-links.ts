import { permission } from '../access.ts'
import { described, Id, shape } from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { LinkToken } from './password-resets.ts'

const { operation } = family('Plugins', { write: permission('plugins:manage'), sight: 'clinic' })

export const openInstallLink = operation({
  id: 'openInstallLink',
  route: 'POST /install-links',
  summary: 'Makes a private plugin known to the clinic by the link that its developer has given',
  description:
    'From then on the clinic finds it in its catalogue. Opening it uses up one of the clinics that the link is for; a clinic that knows the plugin already uses up none. Nothing is installed by it.',
  input: { token: described(LinkToken, 'What the link ends with.') },
  changes: ['plugin'],
  returns: shape('openedInstallLink', {
    id: described(Id, 'The clinic.'),
    slug: Type.String({ description: 'The plugin, as the catalogue names it now.' }),
  }),
  refuses: ['not_found'],
})
