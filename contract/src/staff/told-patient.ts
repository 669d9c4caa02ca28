import { described, Id, MaybeId, MaybeInteger, MaybeText } from '../fields.ts'
import { Type } from '../kernel.ts'
import { Permitted } from '../tiers.ts'

export const CONTACT = 'patients:contact'
export const named = { id: Id, name: Type.String(), nameAr: MaybeText }

/** What tells a patient apart, wherever one is shown. */
export const told = {
  id: Id,
  name: described(Type.String(), 'First and last name.'),
  fileNumber: described(Type.Integer(), 'Which the platform gave the file.'),
  clinicFileNumber: MaybeText,
  age: described(MaybeInteger, 'In whole years, today.'),
  gender: MaybeText,
  phoneNumberMasked: described(MaybeText, 'Country code and last two digits.'),
  phoneNumber: Permitted(CONTACT, MaybeText),
  branchId: described(Id, 'Where the file lies.'),
  doctorId: MaybeId,
  archived: described(Type.Boolean(), 'Whether the file was put away: it is listed where it is asked for alone.'),
}
