import { approveDeviceLogin, denyDeviceLogin, findDeviceLogin } from '@clinic/contract/publisher/device-logins.ts'
import * as devices from '../domain/publishers/device-login.ts'
import { type Implementation, implement } from '../kernel/implement.ts'
import { presentDeviceLogin } from '../present/publishers.ts'

/** What a person decides about a program that shows a code. */
export const deviceApi: readonly Implementation[] = [
  implement(findDeviceLogin, async (login, { userCode }) => ({
    data: presentDeviceLogin(await devices.findDeviceLogin(login, userCode)),
  })),
  implement(approveDeviceLogin, async (tx, { id, name, rights }) => ({
    data: await devices.decideDeviceLogin(tx, { id, name, rights }),
  })),
  implement(denyDeviceLogin, async (tx, { id }) => ({ data: await devices.decideDeviceLogin(tx, { id }) })),
]
