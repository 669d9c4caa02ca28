import { permission } from '../access.ts'
import { Id, shape, Text } from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { CatalogueEntry, Consent } from './consent.ts'

const { operation } = family('Plugins', { read: permission('plugins:see'), sight: 'clinic' })

/** As a manifest names a plugin. */
export const Slug = Text(3, 30)

export const listCatalogue = operation({
  id: 'listCatalogue',
  route: 'GET /catalogue',
  summary: 'The plugins that the clinic can install, by name',
  description: 'Each with its newest published version, and the installation where the clinic has one.',
  answer: 'all',
  returns: CatalogueEntry,
})

export const getCatalogueEntry = operation({
  id: 'getCatalogueEntry',
  route: 'GET /catalogue/:slug',
  summary: 'A plugin that the clinic can install',
  description: 'Its newest published version: who makes it, and where their privacy policy is.',
  input: { slug: Slug },
  returns: CatalogueEntry,
})

export const getConsent = operation({
  id: 'getConsent',
  route: 'GET /catalogue/:slug/consent',
  summary: 'What a plugin asks of the clinic',
  description: 'All that a person agrees to who installs the newest version: what the consent screen shows.',
  input: { slug: Slug },
  returns: Consent,
})

export const listSettingTemplates = operation({
  id: 'listSettingTemplates',
  route: 'GET /plugins/message-templates',
  access: permission('plugins:manage'),
  summary: 'The message templates that a setting of a plugin can name',
  description: 'Those that are approved, by name.',
  answer: 'all',
  returns: shape('settingTemplate', {
    id: Id,
    name: Type.String({ description: 'What the clinic calls it.' }),
    language: Type.String({ description: 'The language that it is in.' }),
  }),
})
