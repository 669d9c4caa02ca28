import { createInstallLink, endInstallLink, listInstallLinks } from '@clinic/contract/publisher/install-links.ts'
import { startOwnPlugin, stopOwnPlugin } from '@clinic/contract/publisher/stops.ts'
import { publishVersion, submitVersion } from '@clinic/contract/publisher/versions.ts'
import { holdOwnPlugin } from '../domain/publishers/hold-plugins.ts'
import * as links from '../domain/publishers/install-links.ts'
import { publishVersion as publish, submitVersion as submit } from '../domain/publishers/publish-version.ts'
import { type Implementation, implement } from '../kernel/implement.ts'
import { presented } from '../kernel/record-operations.ts'
import { presentInstallLink, presentOwnVersion } from '../present/own-plugins.ts'
import type { PublisherDeps } from './publisher-deps.ts'

/** How a plugin comes to clinics, and how its publisher stops it there. */
export const publishingApi = ({ consoleUrl }: Pick<PublisherDeps, 'consoleUrl'>): readonly Implementation[] => [
  implement(publishVersion, presented(publish, presentOwnVersion)),
  implement(submitVersion, presented(submit, presentOwnVersion)),
  implement(listInstallLinks, async (tx, { id }) => ({
    data: (await links.linksOf(tx, id)).map(row => presentInstallLink(row, tx.clinic)),
  })),
  implement(createInstallLink, async (tx, input) => {
    const { row, token } = await links.createLink(tx, input)
    return { data: { ...presentInstallLink(row, tx.clinic), url: `${consoleUrl}/install/${token}` } }
  }),
  implement(endInstallLink, presented(links.endLink, presentInstallLink)),
  implement(stopOwnPlugin, async (tx, { id, reason }) => ({
    data: await holdOwnPlugin(tx, id, { operation: 'stopOwnPlugin', side: 'PUBLISHER', reason }),
  })),
  implement(startOwnPlugin, async (tx, { id }) => ({
    data: await holdOwnPlugin(tx, id, { operation: 'startOwnPlugin', side: 'PUBLISHER' }),
  })),
]
