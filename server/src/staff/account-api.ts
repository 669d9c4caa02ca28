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
import { presentUser } from '../present/user.ts'
import { forAnybody, forLogin } from './implement-staff.ts'

/** What a person changes about their own login. */
export const accountApi = [
  forLogin(updateMe, async (deps, { language }, { token, session }) => {
    await setLanguage(deps, token, language)
    return { data: presentUser({ ...session, language }) }
  }),
  forLogin(changePassword, async (deps, { current, next }, { token, address }) => {
    const endedSessions = await password.changePassword(deps, { token, address, current, next })
    return { data: { changed: true, endedSessions } }
  }),
  forLogin(getSecondFactor, async (deps, _input, { token }) => {
    const { sealed, recoveryCodesLeft, enrolledAt } = await accountOf(deps, token)
    return { data: { enrolled: sealed !== null, recoveryCodesLeft, enrolledAt } }
  }),
  forLogin(startSecondFactor, async (deps, _input, { token }) => ({
    data: await factor.startSecondFactor(deps, token),
  })),
  forLogin(confirmSecondFactor, async (deps, { code }, { token, address }) => ({
    data: { recoveryCodes: await factor.confirmSecondFactor(deps, { token, code, address }) },
  })),
  forLogin(renewRecoveryCodes, async (deps, _input, { token }) => ({
    data: { recoveryCodes: await factor.renewRecoveryCodes(deps, token) },
  })),
  forLogin(removeSecondFactor, async (deps, _input, { token }) => {
    await factor.removeSecondFactor(deps, token)
    return { data: { enrolled: false } }
  }),
  forAnybody(requestPasswordReset, async (deps, { email }, { address }) => {
    await reset.requestPasswordReset(deps, { email, address })
    return { data: { accepted: true } }
  }),
  forAnybody(resetPassword, async (deps, { token, password: next }, { address }) => {
    await reset.resetPassword(deps, { token, password: next, address })
    return { data: { changed: true } }
  }),
]
