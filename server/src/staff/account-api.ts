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
import { setPreferences } from '../domain/staff/session.ts'
import { implement } from '../kernel/implement.ts'
import { presentUser } from '../present/staff.ts'

/** What a person changes about their own login. */
export const accountApi = [
  implement(updateMe, async (login, chosen) => {
    await setPreferences(login, chosen)
    return { data: presentUser({ ...login.session, ...chosen }) }
  }),
  implement(changePassword, async (login, input) => ({
    data: { changed: true, endedSessions: await password.changePassword(login, input) },
  })),
  implement(getSecondFactor, async login => {
    const { sealed, recoveryCodesLeft, enrolledAt } = await accountOf(login)
    return { data: { enrolled: sealed !== null, recoveryCodesLeft, enrolledAt } }
  }),
  implement(startSecondFactor, async login => ({ data: await factor.startSecondFactor(login) })),
  implement(confirmSecondFactor, async (login, { code }) => ({
    data: { recoveryCodes: await factor.confirmSecondFactor(login, code) },
  })),
  implement(renewRecoveryCodes, async login => ({ data: { recoveryCodes: await factor.renewRecoveryCodes(login) } })),
  implement(removeSecondFactor, async login => {
    await factor.removeSecondFactor(login)
    return { data: { enrolled: false } }
  }),
  implement(requestPasswordReset, async (visit, { email }) => {
    await reset.requestPasswordReset(visit, email)
    return { data: { accepted: true } }
  }),
  implement(resetPassword, async (visit, input) => {
    await reset.resetPassword(visit, input)
    return { data: { changed: true } }
  }),
]
