import { publisher } from '../access.ts'
import { EndpointUrl } from '../endpoint-fields.ts'
import { described, FreeMap, Id, Nested, OneOf, Optional, Text } from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { isScopeName, SCOPES } from '../scopes.ts'
import { InstalledWithSecrets } from '../staff/installed-plugin.ts'

const { operation } = family('Test installations', { write: publisher('DEVELOPER', 'test') })

export const createTestInstallation = operation({
  id: 'createTestInstallation',
  route: 'POST /:publisherId/plugins/:id/test-installations',
  summary: 'Installs a version of a plugin in the own sandbox',
  description:
    'Also one that is only uploaded. The key, which ends after 90 days, and the signing secrets are in this answer alone. Where the plugin stands there already it is refused, or removed first.',
  input: {
    publisherId: Id,
    id: described(Id, 'The plugin.'),
    version: described(Text(1, 64), 'The number of the version, such as 1.4.0.'),
    optionalScopes: Optional(
      Type.Array(OneOf(Object.keys(SCOPES).filter(isScopeName)), {
        uniqueItems: true,
        description: 'Of the optional scopes, those to grant besides the required ones.',
      }),
    ),
    settings: Optional(described(FreeMap, 'Key by key.')),
    webhookUrls: Optional(
      Type.Array(
        Nested({
          template: described(Type.Integer({ minimum: 1, maximum: 10 }), 'Which webhook of the manifest.'),
          url: EndpointUrl,
        }),
        { maxItems: 10, description: 'Where the events of the webhooks of the manifest go.' },
      ),
    ),
    replace: Optional(
      Type.Boolean({ default: false, description: 'Whether to remove the installation that stands there first.' }),
    ),
  },
  changes: ['installation'],
  returns: InstalledWithSecrets,
  status: 201,
  emits: ['installation.uninstalled'],
  refuses: ['already_installed', 'destination_not_allowed', 'invalid_state_transition'],
})
