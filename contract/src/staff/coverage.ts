import { permission } from '../access.ts'
import {
  amountOf,
  DateOnly,
  described,
  Id,
  MaybeId,
  MaybeNumber,
  MaybeText,
  Money,
  Nullable,
  RowVersion,
  shape,
} from '../fields.ts'
import { family, Type } from '../kernel.ts'

const { operation } = family('Insurance', { read: permission('insurance:read'), sight: 'patient' })

const Cover = shape('patientCover', {
  insuranceCompanyId: Id,
  insurer: described(Type.String(), 'Name of the insurer.'),
  policyId: MaybeId,
  policyNumber: described(MaybeText, 'The number of the policy; null where it has none.'),
  classId: MaybeId,
  className: described(MaybeText, 'The name of the class; null where the patient is in none.'),
  number: described(MaybeText, 'Of the patient, as it stands on the card.'),
  group: described(MaybeText, 'Of the insured, as the insurer names it.'),
  endDate: described(Nullable(DateOnly), 'The last day; null where it was not said.'),
  percentage: described(MaybeNumber, 'The share that the insurer bears, in percent; null where it bears none.'),
  limit: amountOf(MaybeNumber, 'The most that the insurer bears in a year, or null without a limit'),
  maxLimit: amountOf(MaybeNumber, 'The most that the patient bears of an invoice, or null without a limit'),
  approvalRequired: described(Type.Boolean(), 'Whether what needs an approval is borne once it is approved alone.'),
  ended: described(Type.Boolean(), 'Whether it, or the policy, has ended: nothing is borne any more.'),
  yearStart: described(DateOnly, 'The first day of the insurer’s year, on the calendar of the clinic.'),
  yearEnd: described(DateOnly, 'The last day of it.'),
  used: amountOf(Money, 'What the insurer bears of what was issued this year'),
  left: amountOf(MaybeNumber, 'What it still bears this year, or null without a limit'),
})

export const getCoverage = operation({
  id: 'getCoverage',
  route: 'GET /patients/:id/coverage',
  summary: 'What an insurer bears for a patient',
  description: 'By what the patient is insured, and how much of the insurer’s year is used and left.',
  input: { id: Id },
  returns: shape('patientCoverage', {
    patientId: Id,
    cover: described(Nullable(Cover), 'What is borne; null where the patient pays alone.'),
    version: RowVersion,
  }),
})
