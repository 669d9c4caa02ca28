import { permission } from '../access.ts'
import { amountOf, described, Nested, Optional, RowVersion, shape } from '../fields.ts'
import { family, Type } from '../kernel.ts'
import type { STAFF_ROLES } from './permissions.ts'

const manage = permission('settings:manage')
const { operation } = family('Settings', { read: manage, write: manage, sight: 'clinic' })

const percent = (maximum: number) => Type.Number({ minimum: 0, maximum })
const days = Type.Integer({ minimum: 1, maximum: 365 })
const limitOf = (role: string) => described(percent(100), `What ${role} may take off, in percent.`)

const limits = {
  assistant: limitOf('a clinical assistant'),
  receptionist: limitOf('a receptionist'),
  doctor: limitOf('a doctor'),
  accountant: limitOf('an accountant'),
  admin: limitOf('an administrator'),
  owner: limitOf('an owner'),
} satisfies Record<(typeof STAFF_ROLES)[number], unknown>

const limitsWords = 'How much of an amount each role may take off, lines and whole together.'

const rules = {
  earnPerUnit: described(
    Type.Number({ minimum: 0, maximum: 1000 }),
    'How many points a patient gets for each unit of the currency that is paid; 0 gives none.',
  ),
  pointValue: amountOf(
    Type.Number({ minimum: 0 }),
    'What a point takes off an invoice before tax; at 0 none is redeemed',
  ),
  redeemMaxPercent: described(percent(100), 'How much of an invoice before tax points take off at most, in percent.'),
  quotationDays: described(days, 'For how many days a quotation is valid unless it says otherwise.'),
  linkDays: described(days, 'For how many days a payment link can be paid.'),
  taxPercent: described(percent(100), 'The VAT of care, in percent, of patients who are not exempt.'),
}

const MoneySettings = shape('moneySettings', {
  discountLimits: described(Nested(limits), limitsWords),
  ...rules,
  version: RowVersion,
})

export const getMoneySettings = operation({
  id: 'getMoneySettings',
  route: 'GET /money-settings',
  summary: 'By which rules the clinic gives discounts and points',
  description: 'As the clinic said, else as is usual.',
  returns: MoneySettings,
})

export const updateMoneySettings = operation({
  id: 'updateMoneySettings',
  route: 'PATCH /money-settings',
  stepUp: true,
  summary: 'Changes by which rules the clinic gives discounts and points',
  description:
    'Absent fields stay as they are. What was issued, offered or sent already keeps the rules that it was made by.',
  versioned: { of: 'money_setting' },
  input: {
    discountLimits: Optional(described(Nested(limits), limitsWords)),
    earnPerUnit: Optional(rules.earnPerUnit),
    pointValue: Optional(rules.pointValue),
    redeemMaxPercent: Optional(rules.redeemMaxPercent),
    quotationDays: Optional(rules.quotationDays),
    linkDays: Optional(rules.linkDays),
    taxPercent: Optional(rules.taxPercent),
  },
  returns: MoneySettings,
})
