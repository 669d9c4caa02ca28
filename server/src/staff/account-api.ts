import {
  changePassword,
  confirmSecondFactor,
  getSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
  updateMe,
} from '@clinic/contract/staff/account.ts'
import { requestPasswordReset, resetPassword } from '@clinic/contract/staff/password-resets.ts'
import { accountOf } from '../domain/staff/account.ts'
import * as password from '../domain/staff/change-password.ts'
import * as factor from '../domain/staff/enrol-second-factor.ts'
import * as reset from '../domain/staff/reset-password.ts'
import { setLanguage } from '../domain/staff/set-language.ts'
import { implement } from '../kernel/implement.ts'
import { presentUser } from '../present/staff.ts'

/** What a person changes about their own login. */
export const accountApi = [
  implement(updateMe, async (login, { language }) => {
    await setLanguage(login, login.token, language)
    return { data: presentUser({ ...login.session, language }) }
  }),
  implement(changePassword, async (login, { current, next }) => {
    const { token, address } = login
    const endedSessions = await password.changePassword(login, { token, address, current, next })
    return { data: { changed: true, endedSessions } }
  }),
  implement(getSecondFactor, async login => {
    const { sealed, recoveryCodesLeft, enrolledAt } = await accountOf(login, login.token)
    return { data: { enrolled: sealed !== null, recoveryCodesLeft, enrolledAt } }
  }),
  implement(startSecondFactor, async login => ({
    data: await factor.startSecondFactor(login, login.token),
  })),
  implement(confirmSecondFactor, async (login, { code }) => {
    const { token, address } = login
    return { data: { recoveryCodes: await factor.confirmSecondFactor(login, { token, code, address }) } }
  }),
  implement(renewRecoveryCodes, async login => ({
    data: { recoveryCodes: await factor.renewRecoveryCodes(login, login.token) },
  })),
  implement(removeSecondFactor, async login => {
    await factor.removeSecondFactor(login, login.token)
    return { data: { enrolled: false } }
  }),
  implement(requestPasswordReset, async (visit, { email }) => {
    await reset.requestPasswordReset(visit, { email, address: visit.address })
    return { data: { accepted: true } }
  }),
  implement(resetPassword, async (visit, { token, password: next }) => {
    await reset.resetPassword(visit, { token, password: next, address: visit.address })
    return { data: { changed: true } }
  }),
]
