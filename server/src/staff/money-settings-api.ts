import { getMoneySettings, updateMoneySettings } from '@clinic/contract/staff/money-settings.ts'
import { STAFF_ROLES } from '@clinic/contract/staff/permissions.ts'
import { changeMoneySettings, moneySettings } from '../domain/billing/money-settings.ts'
import { requirePercent } from '../domain/billing/percentage.ts'
import { implement } from '../kernel/implement.ts'
import type { Tx } from '../kernel/tx.ts'
import { minorOf } from '../kernel/values/minor-of.ts'
import { toMajor } from '../kernel/values/money.ts'

async function shown(tx: Tx, taxPercent = tx.clinic.taxPercent) {
  const { pointValueMinor, ...settings } = await moneySettings(tx)
  return { data: { ...settings, pointValue: toMajor(pointValueMinor, tx.clinic.currency), taxPercent } }
}

/** By which rules the clinic gives discounts and points. */
export const moneySettingsApi = [
  implement(getMoneySettings, tx => shown(tx)),
  implement(updateMoneySettings, async (tx, { pointValue, ...wishes }) => {
    const { discountLimits, redeemMaxPercent, taxPercent } = wishes
    for (const role of discountLimits ? STAFF_ROLES : [])
      requirePercent(discountLimits?.[role] ?? 0, `/discountLimits/${role}`)
    for (const [name, percent] of Object.entries({ redeemMaxPercent, taxPercent }))
      if (percent !== undefined) requirePercent(percent, `/${name}`)
    const worth = pointValue === undefined ? {} : { pointValueMinor: minorOf(tx.clinic, pointValue, '/pointValue') }
    await changeMoneySettings(tx, { ...wishes, ...worth })
    return shown(tx, taxPercent)
  }),
]
