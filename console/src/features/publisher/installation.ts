import type { PublisherReturned } from '../../lib/publisher-api.ts'

export type OwnInstallation = PublisherReturned<'getOwnInstallation'>

export interface InstallationProps {
  installation: OwnInstallation
}

export const MODES = ['LIVE', 'TEST'] as const
export const STATUSES = ['ACTIVE', 'UPDATE_PENDING', 'SUSPENDED', 'UNINSTALLED'] as const

export const isMode = (name: string): name is (typeof MODES)[number] => MODES.some(one => one === name)
export const isStatus = (name: string): name is (typeof STATUSES)[number] => STATUSES.some(one => one === name)
