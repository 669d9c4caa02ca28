import { permission } from '../access.ts'
import {
  amountOf,
  DateOnly,
  described,
  Id,
  MaybeInteger,
  MaybeText,
  Money,
  Optional,
  resource,
  shape,
} from '../fields.ts'
import { family, Type } from '../kernel.ts'

const { operation } = family('Invoices', { read: permission('invoices:read'), sight: 'branch' })

/** How old what is owed is, in days since it was issued: up to 30, 60, 90, and more. */
const ages = {
  days30: amountOf(Money, 'Issued within the last 30 days'),
  days60: amountOf(Money, 'Issued 31 to 60 days ago'),
  days90: amountOf(Money, 'Issued 61 to 90 days ago'),
  older: amountOf(Money, 'Issued more than 90 days ago'),
  total: amountOf(Money, 'Of any age'),
}

const Total = shape('agedTotal', ages)

export const Aging = resource('aging', {
  date: described(DateOnly, 'The day from which it is counted back, on the calendar of the clinic.'),
  patients: described(
    Type.Array(
      shape('agedPatient', {
        patientId: Id,
        patientName: described(MaybeText, 'First and last name; null of one who is not shown.'),
        fileNumber: described(MaybeInteger, 'Which the platform gave the file; null of one who is not shown.'),
        ...ages,
      }),
    ),
    'What patients have to pay, those who owe most first, at most 200.',
  ),
  patientsTotal: Total,
  insurers: described(
    Type.Array(
      shape('agedInsurer', {
        insuranceCompanyId: Id,
        insurer: described(Type.String(), 'The name of the insurer.'),
        ...ages,
      }),
    ),
    'What insurers have not paid and not rejected of their shares, claimed or not, those who owe most first.',
  ),
  insurersTotal: Total,
})

export const getAging = operation({
  id: 'getAging',
  route: 'GET /aging',
  summary: 'What patients and insurers owe, by its age',
  description: 'Of what was issued at the branches in sight, counted from the day of issue. Drafts are not owed.',
  input: { branchId: Optional(described(Id, 'Only what was issued at this branch.')) },
  returns: Aging,
})
