import {
  createPluginEndpoint,
  deletePluginEndpoint,
  listPluginEndpoints,
  rotatePluginEndpointSecret,
  updatePluginEndpoint,
} from '@clinic/contract/staff/plugin-endpoints.ts'
import {
  createPluginToken,
  listPluginTokens,
  revokePluginToken,
  rotatePluginToken,
  updatePluginToken,
} from '@clinic/contract/staff/plugin-tokens.ts'
import { changeToken, endToken, rotateToken, tokensOf } from '../domain/plugins/change-token.ts'
import { issueToken } from '../domain/plugins/issue-token.ts'
import { addEndpointTo, endpointsOf, requireEndpointOf } from '../domain/plugins/plugin-endpoints.ts'
import { changeEndpoint } from '../domain/webhooks/change-endpoint.ts'
import { deleteEndpoint } from '../domain/webhooks/delete-endpoint.ts'
import { rotateSecret } from '../domain/webhooks/put-secret.ts'
import type { UrlCheck } from '../domain/webhooks/url-check.ts'
import { type Implementation, implement } from '../kernel/implement.ts'
import { presented } from '../kernel/record-operations.ts'
import { presentToken, presentTokenWithText } from '../present/plugins.ts'
import { presentWebhookEndpoint, presentWebhookEndpointWithSecret } from '../present/webhooks.ts'

/** The keys that plugins call with. */
const tokens: readonly Implementation[] = [
  implement(listPluginTokens, async (tx, { id }) => ({
    data: (await tokensOf(tx, id)).map(row => presentToken(row, tx.clinic)),
  })),
  implement(
    createPluginToken,
    presented(
      (tx, { id: installationId, ...wish }) => issueToken(tx, { installationId, ...wish }),
      presentTokenWithText,
    ),
  ),
  implement(rotatePluginToken, presented(rotateToken, presentTokenWithText)),
  implement(updatePluginToken, presented(changeToken, presentToken)),
  implement(revokePluginToken, presented(endToken, presentToken)),
]

/** Where the events go that plugins are told. */
const endpoints = (checkUrl: (url: string) => Promise<UrlCheck>): readonly Implementation[] => [
  implement(listPluginEndpoints, async (tx, { id }) => {
    await tx.get('installation', id)
    return { data: (await endpointsOf(tx, id)).map(row => presentWebhookEndpoint(row, tx.clinic)) }
  }),
  implement(
    createPluginEndpoint,
    ({ url }) => checkUrl(url),
    presented(addEndpointTo, presentWebhookEndpointWithSecret),
  ),
  implement(
    updatePluginEndpoint,
    async ({ url }) => (url === undefined ? undefined : checkUrl(url)),
    presented(async (tx, { id, endpointId, ...change }, check: UrlCheck | undefined) => {
      await requireEndpointOf(tx, id, endpointId)
      return changeEndpoint(tx, { ...change, id: endpointId }, check)
    }, presentWebhookEndpoint),
  ),
  implement(
    deletePluginEndpoint,
    presented(async (tx, { id, endpointId }) => {
      await requireEndpointOf(tx, id, endpointId)
      return deleteEndpoint(tx, endpointId)
    }, presentWebhookEndpoint),
  ),
  implement(
    rotatePluginEndpointSecret,
    presented(async (tx, { id, endpointId }) => {
      await requireEndpointOf(tx, id, endpointId)
      return rotateSecret(tx, endpointId)
    }, presentWebhookEndpointWithSecret),
  ),
]

export const pluginAccessApi = (checkUrl: (url: string) => Promise<UrlCheck>): readonly Implementation[] => [
  ...tokens,
  ...endpoints(checkUrl),
]
