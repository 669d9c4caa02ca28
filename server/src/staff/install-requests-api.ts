import { askForPlugin, declineInstallRequest, listInstallRequests } from '@clinic/contract/staff/install-requests.ts'
import * as requests from '../domain/plugins/install-request.ts'
import { implement } from '../kernel/implement.ts'
import { presented } from '../kernel/record-operations.ts'
import { presentInstallRequest } from '../present/install-requests.ts'

/** What people of the clinic ask the owner to install. */
export const installRequestsApi = [
  implement(listInstallRequests, async tx => ({
    data: (await requests.openRequests(tx)).map(row => presentInstallRequest(row, tx.clinic)),
  })),
  implement(askForPlugin, presented(requests.askForPlugin, presentInstallRequest)),
  implement(declineInstallRequest, presented(requests.declineRequest, presentInstallRequest)),
]
