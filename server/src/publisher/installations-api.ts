import {
  createOwnToken,
  listOwnTokens,
  revokeOwnToken,
  rotateOwnToken,
} from '@clinic/contract/publisher/installation-tokens.ts'
import {
  claimInstallation,
  getOwnInstallation,
  listOwnInstallations,
} from '@clinic/contract/publisher/installations.ts'
import { createTestInstallation } from '@clinic/contract/publisher/test-installations.ts'
import { endToken, rotateToken, tokensOf } from '../domain/plugins/change-token.ts'
import { issueToken } from '../domain/plugins/issue-token.ts'
import { requireOwnKeys } from '../domain/publishers/installation-keys.ts'
import * as installations from '../domain/publishers/installations.ts'
import { installForTest } from '../domain/publishers/test-installation.ts'
import { type Implementation, implement } from '../kernel/implement.ts'
import { presented } from '../kernel/record-operations.ts'
import { presentOwnInstallation } from '../present/own-plugins.ts'
import { presentInstalled, presentToken, presentTokenWithText } from '../present/plugins.ts'
import type { PublisherDeps } from './publisher-deps.ts'

/** The keys of an installation, where they are the publisher's. */
const tokens: readonly Implementation[] = [
  implement(listOwnTokens, async (tx, { installationId }) => {
    await requireOwnKeys(tx, installationId)
    return { data: (await tokensOf(tx, installationId)).map(row => presentToken(row, tx.clinic)) }
  }),
  implement(
    createOwnToken,
    presented(async (tx, { installationId, name, expiresInDays }) => {
      await requireOwnKeys(tx, installationId)
      return issueToken(tx, { installationId, name, ...(expiresInDays !== undefined && { expiresInDays }) })
    }, presentTokenWithText),
  ),
  implement(
    rotateOwnToken,
    presented(async (tx, { installationId: id, tokenId, overlapHours }) => {
      await requireOwnKeys(tx, id)
      return rotateToken(tx, { id, tokenId, ...(overlapHours !== undefined && { overlapHours }) })
    }, presentTokenWithText),
  ),
  implement(
    revokeOwnToken,
    presented(async (tx, { installationId: id, tokenId }) => {
      await requireOwnKeys(tx, id)
      return endToken(tx, { id, tokenId })
    }, presentToken),
  ),
]

/** Where the plugins of a publisher are installed, from the try in the own sandbox on. */
export const installationsApi = ({
  checkUrl,
  shown,
  usualPatients,
}: Pick<PublisherDeps, 'checkUrl' | 'shown' | 'usualPatients'>): readonly Implementation[] => [
  implement(
    createTestInstallation,
    ({ webhookUrls = [] }) =>
      Promise.all(webhookUrls.map(async each => ({ ...each, check: await checkUrl(each.url) }))),
    async (tx, input, addresses) => {
      const { id, receiptId, token, made } = await installForTest(tx, input, addresses)
      const secrets = { token, setupUrl: null, made }
      return { data: presentInstalled(await shown.one(tx, id), receiptId, secrets), changed: [id] }
    },
  ),
  implement(listOwnInstallations, async (tx, query) => {
    const { rows, ...page } = await installations.installationsOf(tx, usualPatients, query)
    return { data: rows.map(presentOwnInstallation), ...page }
  }),
  implement(getOwnInstallation, async (tx, { installationId }) => ({
    data: presentOwnInstallation(await installations.installationOf(tx, usualPatients, installationId)),
  })),
  implement(claimInstallation, async (tx, input) => ({ data: await installations.claimInstallation(tx, input) })),
  ...tokens,
]
