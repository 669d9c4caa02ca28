/** The registry of the publishers' API: all that it promises, in the order in which it is documented. */
import { type OperationsOf, operationsOf } from '../registry.ts'
import * as deliveries from './deliveries.ts'
import * as deviceLogins from './device-logins.ts'
import * as exams from './exams.ts'
import * as installLinks from './install-links.ts'
import * as tokens from './installation-tokens.ts'
import * as installations from './installations.ts'
import * as keys from './keys.ts'
import * as members from './members.ts'
import * as plugins from './plugins.ts'
import * as publishers from './publishers.ts'
import * as requests from './requests.ts'
import * as stops from './stops.ts'
import * as testInstallations from './test-installations.ts'
import * as versions from './versions.ts'

export const publisherFamilies = {
  publishers,
  members,
  keys,
  deviceLogins,
  plugins,
  versions,
  stops,
  installLinks,
  testInstallations,
  exams,
  installations,
  tokens,
  deliveries,
  requests,
}

export const publisherOperations = operationsOf(publisherFamilies)

export type PublisherOperations = OperationsOf<typeof publisherFamilies>
